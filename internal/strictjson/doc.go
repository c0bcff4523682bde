// Package strictjson is JSON that other tools wrote, read against a schema that
// we publish, for every file with such a schema.
//
// It promises that a file is taken whole or not at all: a key that stands twice,
// text that is no UTF-8, a second value and nesting without end are refused,
// which encoding/json lets pass; then the schema is asked; and what is wrong is
// named by path and reason, in the order of the file. It refuses to know what any
// file means: rules that a schema cannot hold are its reader's own, told with the
// same Problem.
package strictjson
