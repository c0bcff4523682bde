package graphql

import (
	"encoding/base64"
	"strconv"
	"strings"
)

// page cuts what first, last, after and before ask out of a list, as a
// connection object.
func (e *execution) page(l *List, kind string, args Args) *Object {
	from, to := window(len(l.Nodes), args, e.disturb.Page)
	nodes := l.Nodes[from:to]
	fields := Fields{
		"nodes": nodes, "totalCount": len(l.Nodes),
		"edges":    resolver(func(Args) (any, error) { return edges(l, nodes, kind, from), nil }),
		"pageInfo": e.pageInfo(l, from, to, args),
	}
	for name, value := range l.More {
		fields[name] = value
	}
	return &Object{Type: kind, Fields: fields}
}

func edges(l *List, nodes []*Object, kind string, from int) []*Object {
	list := make([]*Object, 0, len(nodes))
	for i, node := range nodes {
		fields := Fields{"node": node, "cursor": cursor(from + i)}
		if l.Edge != nil {
			for name, value := range l.Edge(node) {
				fields[name] = value
			}
		}
		list = append(list, &Object{Type: strings.TrimSuffix(kind, "Connection") + "Edge", Fields: fields})
	}
	return list
}

func (e *execution) pageInfo(l *List, from, to int, args Args) *Object {
	fields := Fields{
		"hasNextPage": to < len(l.Nodes), "hasPreviousPage": from > 0, "startCursor": nil, "endCursor": nil,
	}
	if to > from {
		fields["startCursor"], fields["endCursor"] = cursor(from), cursor(to-1)
	}
	if after := args.Text("after"); e.disturb.Repeat && to < len(l.Nodes) {
		fields["endCursor"] = given(after)
	}
	return &Object{Type: "PageInfo", Fields: fields}
}

// window is the half-open range of a page. A cursor that names nothing is
// ignored, as the host does.
func window(total int, args Args, largest int) (from, to int) {
	to = total
	if n, ok := position(args.Text("after")); ok {
		from = min(n+1, total)
	}
	if n, ok := position(args.Text("before")); ok {
		to = max(min(n, total), from)
	}
	if n, ok := args.Number("first"); ok {
		to = min(to, from+bounded(n, largest))
	} else if n, ok := args.Number("last"); ok {
		from = max(from, to-bounded(n, largest))
	}
	return from, to
}

func bounded(n, largest int) int {
	if largest > 0 {
		return min(n, largest)
	}
	return n
}

// cursor is opaque to clients, as the host's are.
func cursor(n int) string {
	return base64.StdEncoding.EncodeToString([]byte("cursor:v2:" + strconv.Itoa(n)))
}

func position(text string) (int, bool) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimPrefix(string(raw), "cursor:v2:"))
	return n, err == nil && n >= 0
}
