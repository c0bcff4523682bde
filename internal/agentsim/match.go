package agentsim

import (
	"strings"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
)

// ids gives the names of the scenario's findings and acts whose text stands in
// an item, the one said last first. The scenario is refused where one text
// stands within another, so each is told from the others.
func (s *sim) ids(item agent.Item) []string {
	text := plain(item.Title + "\n" + item.Body)
	var found []string
	at := map[string]int{}
	look := func(id, body string) {
		place := strings.LastIndex(text, plain(body))
		if plain(body) == "" || place < 0 {
			return
		}
		n := 0
		for n < len(found) && at[found[n]] > place {
			n++
		}
		found = append(found[:n], append([]string{id}, found[n:]...)...)
		at[id] = place
	}
	for _, t := range s.file.Texts() {
		look(t.ID, t.Body)
	}
	if item.Kind == feedback.CheckItem {
		found = append(found, "check:"+item.Title)
	}
	return found
}

// itemOf finds the item of the request that a name of the scenario stands for.
func (s *sim) itemOf(id string) (feedback.ItemID, bool) {
	for _, item := range s.asked.Items {
		for _, name := range s.ids(item) {
			if name == id {
				return item.ID, true
			}
		}
	}
	return "", false
}

// plain makes texts equal that differ in white space and quotation signs only,
// as the host or a reviewer's layout may change them.
func plain(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimLeft(strings.TrimSpace(line), "> "))
	}
	return strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
}

// Says reports that a text of a scenario stands within an item's text, however
// a reviewer's layout or the host changed its white space.
func Says(item, text string) bool {
	return plain(text) != "" && strings.Contains(plain(item), plain(text))
}
