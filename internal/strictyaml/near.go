package strictyaml

import (
	"fmt"
	"slices"
	"strings"
)

// DidYouMean is `did you mean "bugbot"?` for the nearest of the names, or empty
// when none is near: a third of the letters may differ, at least one, or the
// end is missing.
func DidYouMean(got string, names []string) string {
	best, least := "", max(1, len([]rune(got))/3)+1
	for _, name := range names {
		if d := distance(strings.ToLower(got), strings.ToLower(name)); d < least {
			best, least = name, d
		}
	}
	if best == "" && len(got) > 2 {
		if i := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, got) }); i >= 0 {
			best = names[i]
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean %q?", best)
}

// distance counts letters put in, left out, changed, or swapped with a neighbour.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+differ(x[i-1], y[j-1]))
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}

func differ(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}
