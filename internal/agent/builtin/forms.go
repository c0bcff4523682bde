package builtin

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// decode reads one event; false: it is none.
func decode(line []byte, into any) bool {
	return len(line) > 1 && line[0] == '{' && json.Unmarshal(line, into) == nil
}

// items is codex's form: items of a thread's turns.
type items struct{}

type item struct {
	Type string `json:"type"`
	Item struct {
		Type    string `json:"type"`
		Text    string `json:"text"`
		Command string `json:"command"`
	} `json:"item"`
	Message string          `json:"message"`
	Error   json.RawMessage `json:"error"`
}

func (items) event(line []byte, c *closing) string {
	var i item
	if !decode(line, &i) {
		return ""
	}
	switch i.Type {
	case "item.started":
		return firstLine(i.Item.Command)
	case "item.completed":
		if i.Item.Type == "agent_message" {
			c.text = i.Item.Text
			return firstLine(i.Item.Text)
		}
	case "error": // it may try again; the turn's end says what counts
		c.failure = i.Message
	case "turn.completed":
		c.failure, c.ended = "", true
	case "turn.failed":
		c.failure, c.ended = strings.TrimSpace("turn failed: "+textOf(i.Error)), true
	}
	return ""
}

// parts is opencode's form: parts of messages, each step with its cost.
type parts struct{}

type opencodePart struct {
	Type string `json:"type"`
	Part struct {
		Text   string  `json:"text"`
		Tool   string  `json:"tool"`
		Reason string  `json:"reason"`
		Cost   float64 `json:"cost"`
	} `json:"part"`
	Error json.RawMessage `json:"error"`
}

func (parts) event(line []byte, c *closing) string {
	var p opencodePart
	if !decode(line, &p) {
		return ""
	}
	switch p.Type {
	case "text":
		c.text = p.Part.Text
		return firstLine(p.Part.Text)
	case "tool_use":
		return p.Part.Tool
	case "step_finish":
		c.cost += p.Part.Cost
		c.ended = c.ended || p.Part.Reason == "stop"
	case "error":
		c.failure = strings.TrimSpace("error: " + textOf(p.Error))
	}
	return ""
}

// sessions is copilot's form: events of a session.
type sessions struct{}

type sessionEvent struct {
	Type string `json:"type"`
	Data struct {
		Content   string `json:"content"`
		ToolName  string `json:"toolName"`
		Model     string `json:"model"`
		ErrorType string `json:"errorType"`
		Message   string `json:"message"`
	} `json:"data"`
	ExitCode int `json:"exitCode"`
}

func (sessions) event(line []byte, c *closing) string {
	var e sessionEvent
	if !decode(line, &e) {
		return ""
	}
	switch e.Type {
	case "assistant.message":
		if e.Data.Content != "" {
			c.text = e.Data.Content
		}
		return firstLine(e.Data.Content)
	case "tool.execution_start":
		return e.Data.ToolName
	case "session.error":
		c.failure = strings.TrimSpace(e.Data.ErrorType + " " + e.Data.Message)
	case "result":
		c.ended = true
		if e.ExitCode == 0 {
			c.failure = "" // what went wrong before was tried again, and went well
		} else if c.failure == "" {
			c.failure = "the session ended with " + strconv.Itoa(e.ExitCode)
		}
	}
	return ""
}

// answers is gemini's form: one object at the end, or a line for each event.
type answers struct{}

type geminiEvent struct {
	Type     string          `json:"type"`
	Role     string          `json:"role"`
	Content  string          `json:"content"`
	Model    string          `json:"model"`
	ToolName string          `json:"tool_name"`
	Status   string          `json:"status"`
	Response string          `json:"response"`
	Severity string          `json:"severity"`
	Message  string          `json:"message"`
	Error    json.RawMessage `json:"error"`
}

func (answers) event(line []byte, c *closing) string {
	var e geminiEvent
	if !decode(line, &e) {
		return ""
	}
	switch {
	case e.Type == "init":
		c.model = e.Model
	case e.Type == "message" && e.Role == "assistant":
		c.text += e.Content
		return firstLine(e.Content)
	case e.Type == "tool_use":
		c.text = "" // what it says before it is done is not its last word
		return e.ToolName
	case e.Type == "error" && e.Severity != "warning":
		c.failure = e.Message
	case e.Type == "result" || e.Type == "" && (e.Response != "" || len(e.Error) > 0):
		c.answered(e)
	}
	return ""
}

func (c *closing) answered(e geminiEvent) {
	c.ended = true
	if e.Response != "" {
		c.text = e.Response
	}
	if c.failure = ""; len(e.Error) > 0 || e.Status == "error" {
		c.failure = strings.TrimSpace("error " + textOf(e.Error))
		c.spent = strings.Contains(c.failure, "FatalTurnLimitedError") || strings.Contains(c.failure, "max session turns")
	}
}

// plain is aider's form: text, whose end may be a report.
type plain struct{}

// aider tells what a session has cost so far.
var aiderCost = regexp.MustCompile(`\$([0-9.]+) session`)

// aiderTrouble are the beginnings of lines in which aider tells of its service.
var aiderTrouble = regexp.MustCompile(`^(?:litellm\.)?\w*(?:Error|Exception)\b|^The API provider|^Retrying in`)

func (plain) event(line []byte, c *closing) string {
	text := strings.TrimRight(string(line), " \r")
	if m := aiderCost.FindStringSubmatch(text); m != nil {
		c.cost, _ = strconv.ParseFloat(m[1], 64)
		c.ended = true
		return ""
	}
	if aiderTrouble.MatchString(text) {
		c.failure = text
		return firstLine(text)
	}
	if strings.HasPrefix(text, "Applied edit to ") || strings.HasPrefix(text, "{") {
		c.failure = ""
	}
	if strings.HasPrefix(text, `{"schema":"settle.report/`) {
		c.text = text
	}
	return firstLine(text)
}
