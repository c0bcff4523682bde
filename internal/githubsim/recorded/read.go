package recorded

import (
	"maps"
	"slices"
	"strings"
	"time"
)

func sorted(o object) []string { return slices.Sorted(maps.Keys(o)) }

func has(o object, key string) bool {
	_, ok := o[key]
	return ok
}

// text is the first of some keys that holds a string.
func text(o object, keys ...string) string {
	for _, key := range keys {
		if s, ok := o[key].(string); ok {
			return s
		}
	}
	return ""
}

func truth(o object, key string) bool {
	yes, _ := o[key].(bool)
	return yes
}

func number(o object, key string) int { return int(large(o, key)) }

// large is the first of some keys that holds a number.
func large(o object, keys ...string) int64 {
	for _, key := range keys {
		if n, ok := o[key].(float64); ok {
			return int64(n)
		}
	}
	return 0
}

func moment(o object, keys ...string) time.Time {
	for _, key := range keys {
		if at, err := time.Parse(time.RFC3339, text(o, key)); err == nil {
			return at.UTC()
		}
	}
	return time.Time{}
}

// ids are the number and the node id, wherever the two APIs put them.
func ids(o object) (number int64, node string) {
	number, node = large(o, "databaseId", "id"), text(o, "node_id", "id")
	return number, node
}

// nodes of a connection.
func nodes(value any) []object {
	connection, ok := value.(object)
	if !ok {
		return nil
	}
	list, _ := connection["nodes"].([]any)
	return allObjects(list)
}

func allObjects(list []any) []object {
	objects := make([]object, 0, len(list))
	for _, one := range list {
		if o, ok := one.(object); ok {
			objects = append(objects, o)
		}
	}
	return objects
}

func split(slug string) (owner, name string) {
	owner, name, _ = strings.Cut(slug, "/")
	return owner, name
}
