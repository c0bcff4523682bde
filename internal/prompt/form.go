package prompt

import "github.com/settlehq/settle/internal/action"

// form says where the report goes, and shows it filled in. {report} stands for
// the file; whoever starts the agent puts it in.
func (o Order) form() string {
	text := "Write the report, one JSON object and nothing else, into the file {report} . Where you cannot write that file, make the object the whole of your last message. Its form:\n"
	clusters := ""
	if len(o.Clusters) > 0 && o.Task != action.Triage { // a judge owes no reading
		clusters = `,"clusters":[{"id":"CLUSTER","reading":"READING","items":["ITEM"],"searched":["PATH"]}]`
	}
	if o.Task == action.Triage {
		return text + `{"schema":"settle.report/1","task":"triage","judgments":[{"item":"ITEM","class":"valid","reason":"WHY"},` +
			`{"item":"ITEM","class":"needs_human","reason":"WHY","question":{"text":"WHAT","investigated":"WHAT","options":[{"option":"A","tradeoff":"WHAT"}],"recommendation":"A"}}]}` + "\n"
	}
	if o.Task == action.Audit {
		return text + `{"schema":"settle.report/1","task":"audit",` + o.foundForm() + "}\n"
	}
	return text + `{"schema":"settle.report/1","task":"` + string(o.Task) + `","outcomes":[{"item":"ITEM","outcome":"fixed","summary":"WHAT","test":"NAME"},` +
		`{"item":"ITEM","outcome":"declined","why":"WHY"}]` + clusters + "}\n"
}
