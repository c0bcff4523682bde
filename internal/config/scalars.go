package config

import (
	"fmt"
	"math"
	"regexp"
	"time"

	"github.com/invopop/jsonschema"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/strictyaml"
)

// mostWhole keeps slips of the finger out of limits.
const mostWhole = 1_000_000

// whole reads a whole number from least up.
func whole(into *int, least int) reader { return between(into, least, mostWhole) }

// between reads a whole number of a range, both ends with it.
func between(into *int, least, most int) reader {
	return reader{
		shape: func() *jsonschema.Schema {
			return &jsonschema.Schema{Type: "integer", Minimum: digits(least), Maximum: digits(most)}
		},
		value: func() any { return *into },
		read: func(n strictyaml.Node) {
			if !n.Wants(strictyaml.Whole) {
				return
			}
			i, ok := n.Whole()
			if !ok || i < int64(least) || i > int64(most) {
				text, _ := n.Text()
				n.Refuse(strictyaml.Problem{
					What: fmt.Sprintf("%s cannot be %s", n.Name(), text), Why: fmt.Sprintf("from %d to %d", least, most),
				})
				return
			}
			*into = int(i)
		},
	}
}

// spanForm is what a schema can say of a duration: that it is one.
const spanForm = `^(?:\d{1,5}d)?(?:\d+(?:\.\d+)?(?:ms|s|m|h))*$`

// span reads a duration of more than nothing.
func span(into *time.Duration) reader {
	return reader{
		shape: func() *jsonschema.Schema {
			return &jsonschema.Schema{Type: "string", MinLength: number(2), Pattern: spanForm, Examples: []any{"90s", "30m", "8h", "3d"}}
		},
		value: func() any { return spanText(*into) },
		read: func(n strictyaml.Node) {
			text, ok := n.Text()
			if !ok {
				n.Wants(strictyaml.Text)
				return
			}
			d, ok := strictyaml.ParseDuration(text)
			if !ok || d <= 0 {
				n.Refuse(strictyaml.Problem{
					What: fmt.Sprintf("%s cannot be %q: not a duration", n.Name(), text), Allowed: []string{"90s", "30m", "8h", "3d"},
				})
				return
			}
			*into = d
		},
	}.named("duration")
}

// usd reads an amount of US dollars above zero, to the millionth.
func usd(into *policy.Money) reader {
	return reader{
		shape: func() *jsonschema.Schema {
			return &jsonschema.Schema{Type: "number", Minimum: "0.000001", Maximum: digits(mostWhole)}
		},
		value: func() any { return into.USD() },
		read: func(n strictyaml.Node) {
			if n.Kind() != strictyaml.Whole && !n.Wants(strictyaml.Decimal) {
				return
			}
			var amount float64
			n.Decode(&amount)
			if amount < 1e-6 || amount > mostWhole {
				text, _ := n.Text()
				n.Refuse(strictyaml.Problem{
					What: fmt.Sprintf("%s cannot be %s", n.Name(), text), Why: "more than 0, in US dollars",
				})
				return
			}
			*into = policy.Money(math.Round(amount * 1e6))
		},
	}
}

// pattern reads a regular expression, which must have the named group where one is given.
func pattern(into *string, group string) reader {
	return reader{
		shape: func() *jsonschema.Schema { return expression(group) },
		value: func() any { return orNone(*into) },
		read: func(n strictyaml.Node) {
			if !n.Wants(strictyaml.Text) {
				return
			}
			text, _ := n.Text()
			re, err := regexp.Compile(text)
			switch {
			case text == "":
				n.Refuse(strictyaml.Problem{What: n.Name() + " is empty"})
			case err != nil:
				n.Refuse(strictyaml.Problem{What: n.Name() + " is not a regular expression: " + err.Error()})
			case group != "" && re.SubexpIndex(group) < 0:
				n.Refuse(strictyaml.Problem{
					What: fmt.Sprintf("%s has no group %q", n.Name(), group), Hint: fmt.Sprintf("mark the part with (?P<%s>…)", group),
				})
			default:
				*into = text
			}
		},
	}
}

// expression is the shape of a regular expression; that it compiles is more
// than a schema can say.
func expression(group string) *jsonschema.Schema {
	s := text()
	if group != "" {
		s.Pattern = `\(\?P?<` + group + `>`
	}
	return s
}
