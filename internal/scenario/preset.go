package scenario

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/strictyaml"
)

//go:embed presets/*.yaml
var presetFiles embed.FS

// PresetNames are the reviewers whose life is known, sorted.
func PresetNames() []string {
	files, _ := presetFiles.ReadDir("presets")
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(f.Name(), ".yaml")
	}
	slices.Sort(names)
	return names
}

// Preset is the life of a known reviewer; the name is one of PresetNames. A
// preset that cannot be read is a mistake in this package and panics.
func Preset(name string) Actor {
	file := "presets/" + name + ".yaml"
	data, err := presetFiles.ReadFile(file)
	if err != nil {
		panic(fmt.Sprintf("scenario: no preset %q", name))
	}
	a := blank
	doc := strictyaml.Parse(file, data)
	doc.Decode((*plainActor)(&a))
	if err := doc.Err(); err != nil {
		panic("scenario: " + err.Error())
	}
	a.Preset, a.Name = name, name
	return a
}
