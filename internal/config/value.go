package config

import (
	"fmt"
	"time"
)

// held is what a reader's place holds; nil for one that does not tell.
func (r reader) held() any {
	if r.value == nil {
		return nil
	}
	return r.value()
}

// mapValue holds the keys that are set.
func mapValue(keys []key) any {
	m := map[string]any{}
	for _, k := range keys {
		switch v := k.to.held(); v {
		case nil, false, 0, int64(0), "":
		default:
			m[k.name] = v
		}
	}
	if len(m) == 0 {
		return nil
	}
	return m
}

func listValue[T any](list []T, entry func(*T) reader) any {
	if list == nil {
		return nil
	}
	values := make([]any, 0, len(list))
	for i := range list {
		values = append(values, entry(&list[i]).held())
	}
	return values
}

func orNone(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// spanText writes a duration as a file does: in the largest unit that divides it.
func spanText(d time.Duration) any {
	for _, unit := range []struct {
		name string
		size time.Duration
	}{{"d", 24 * time.Hour}, {"h", time.Hour}, {"m", time.Minute}, {"s", time.Second}} {
		if d > 0 && d%unit.size == 0 {
			return fmt.Sprintf("%d%s", d/unit.size, unit.name)
		}
	}
	if d == 0 {
		return nil
	}
	return d.String()
}
