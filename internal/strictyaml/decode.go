package strictyaml

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Decoder is a value that reads itself: one that may be written in several
// shapes. It notes problems with n.Refuse.
type Decoder interface{ DecodeYAML(n Node) }

// Defaulter is a struct that sets its defaults before its keys are read.
type Defaulter interface{ Defaults() }

// Worded is a string type with a closed list of values.
type Worded interface{ Words() []string }

// Decode reads the value into what the pointer points to: structs by the names
// in their `yaml` tags (embedded structs lend their fields), maps by string
// keys, slices, texts, numbers, booleans. A single value stands for a list of
// one where the tag says `yaml:"by,orlist"`. What was refused is left as it was.
func (n Node) Decode(into any) { n.decode(reflect.ValueOf(into).Elem(), false) }

func (n Node) decode(v reflect.Value, orList bool) {
	if n.Kind() == Missing {
		return
	}
	if v.CanAddr() {
		if d, ok := v.Addr().Interface().(Defaulter); ok {
			d.Defaults()
		}
		if d, ok := v.Addr().Interface().(Decoder); ok {
			d.DecodeYAML(n)
			return
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		fresh := reflect.New(v.Type().Elem())
		n.decode(fresh.Elem(), orList)
		v.Set(fresh)
	case reflect.Struct:
		n.decodeStruct(v)
	case reflect.Map:
		n.decodeMap(v)
	case reflect.Slice:
		n.decodeSlice(v, orList)
	default:
		n.decodeScalar(v)
	}
}

func (n Node) decodeStruct(v reflect.Value) {
	if !n.Wants(Map) {
		return
	}
	slots, names := slotsOf(v)
	for _, f := range n.Fields() {
		slot, ok := slots[f.Name]
		if !ok {
			f.Key.UnknownKey(n.name, names)
			continue
		}
		f.Value.decode(slot.value, slot.orList)
	}
}

// slot is the place of one key in a struct.
type slot struct {
	value  reflect.Value
	orList bool
}

func slotsOf(v reflect.Value) (map[string]slot, []string) {
	slots, names := map[string]slot{}, []string{}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		tag, tagged := field.Tag.Lookup("yaml")
		if field.Anonymous && !tagged {
			inner, more := slotsOf(v.Field(i))
			for name, s := range inner {
				slots[name] = s
			}
			names = append(names, more...)
			continue
		}
		name, option, _ := strings.Cut(tag, ",")
		if tagged && name != "-" {
			slots[name] = slot{v.Field(i), option == "orlist"}
			names = append(names, name)
		}
	}
	return slots, names
}

func (n Node) decodeMap(v reflect.Value) {
	if !n.Wants(Map) {
		return
	}
	if v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	for _, f := range n.Fields() {
		fresh := reflect.New(v.Type().Elem()).Elem()
		f.Value.decode(fresh, false)
		v.SetMapIndex(reflect.ValueOf(f.Name).Convert(v.Type().Key()), fresh)
	}
}

func (n Node) decodeSlice(v reflect.Value, orList bool) {
	items := n.Items()
	if orList && n.Kind() != List {
		items = []Node{n}
	} else if !n.Wants(List) {
		return
	}
	fresh := reflect.MakeSlice(v.Type(), len(items), len(items))
	for i, item := range items {
		item.decode(fresh.Index(i), false)
	}
	v.Set(fresh)
}

func (n Node) decodeScalar(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		n.decodeText(v)
	case reflect.Bool:
		if n.Wants(Bool) {
			text, _ := n.Text()
			v.SetBool(strings.EqualFold(text, "true"))
		}
	case reflect.Int, reflect.Int64:
		n.decodeWhole(v)
	case reflect.Float64:
		n.decodeNumber(v)
	default:
		panic(fmt.Sprintf("strictyaml: a field of type %s cannot be read", v.Type()))
	}
}

func (n Node) decodeText(v reflect.Value) {
	if !n.Wants(Text) {
		return
	}
	text, _ := n.Text()
	if w, ok := v.Interface().(Worded); ok {
		if n.Among(w.Words()) {
			v.SetString(text)
		}
		return
	}
	if n.doc.Expand != nil {
		expanded, err := n.doc.Expand(text)
		if err != nil {
			n.Refuse(problemOf(err))
			return
		}
		text = expanded
	}
	v.SetString(text)
}

func (n Node) decodeWhole(v reflect.Value) {
	if !n.Wants(Whole) {
		return
	}
	i, ok := n.Whole()
	if !ok || v.OverflowInt(i) {
		n.Refuse(Problem{What: n.name + " is too large a number"})
		return
	}
	v.SetInt(i)
}

func (n Node) decodeNumber(v reflect.Value) {
	if n.Kind() != Whole && !n.Wants(Decimal) {
		return
	}
	text, _ := n.Text()
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		n.Refuse(Problem{What: fmt.Sprintf("%s wants a number, not %s", n.name, text)})
		return
	}
	v.SetFloat(f)
}

func problemOf(err error) Problem {
	var p *Problem
	if errors.As(err, &p) {
		return *p
	}
	return Problem{What: err.Error()}
}
