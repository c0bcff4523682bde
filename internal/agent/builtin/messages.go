package builtin

import (
	"encoding/json"
	"fmt"
	"strings"
)

// messages is the form of claude, cursor-agent, amp and qwen: messages of the
// conversation, and a result at the end.
type messages struct{}

type message struct {
	Type    string `json:"type"`
	Subtype string `json:"subtype"`
	Model   string `json:"model"`
	Message struct {
		Model   string `json:"model"`
		Content json.RawMessage
	} `json:"message"`
	ToolCall map[string]json.RawMessage `json:"tool_call"`
	IsError  bool                       `json:"is_error"`
	Result   string                     `json:"result"`
	Error    json.RawMessage            `json:"error"`
	Errors   []string                   `json:"errors"`
	Cost     float64                    `json:"total_cost_usd"`
}

type part struct {
	Type string `json:"type"`
	Text string `json:"text"`
	Name string `json:"name"`
}

func (messages) event(line []byte, c *closing) string {
	var m message
	if !decode(line, &m) {
		return ""
	}
	switch m.Type {
	case "system":
		c.model = m.Model
	case "assistant":
		return c.spoken(m.Message.Content)
	case "tool_call":
		for name := range m.ToolCall {
			return strings.TrimSuffix(name, "ToolCall")
		}
	case "result":
		c.result(m)
	}
	return ""
}

// spoken takes what the model wrote, and tells its text or the tool it uses.
func (c *closing) spoken(content json.RawMessage) (tell string) {
	var parts []part
	if json.Unmarshal(content, &parts) != nil {
		return ""
	}
	for _, p := range parts {
		switch p.Type {
		case "text":
			c.text, tell = p.Text, firstLine(p.Text)
		case "tool_use":
			tell = p.Name
		}
	}
	return tell
}

func (c *closing) result(m message) {
	c.ended, c.cost = true, m.Cost
	if m.Result != "" {
		c.text = m.Result
	}
	if !m.IsError && !strings.HasPrefix(m.Subtype, "error") {
		return
	}
	c.spent = m.Subtype == "error_max_turns" || m.Subtype == "error_max_budget_usd"
	words := append([]string{m.Subtype, m.Result, textOf(m.Error)}, m.Errors...)
	c.failure = strings.TrimSpace(strings.Join(words, " "))
}

// textOf is an error that is a text, or an object with a message.
func textOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var object struct {
		Message string `json:"message"`
		Name    string `json:"name"`
		Data    struct {
			Message string `json:"message"`
			Status  int    `json:"statusCode"`
		} `json:"data"`
	}
	if json.Unmarshal(raw, &object) != nil {
		return ""
	}
	text = strings.TrimSpace(strings.Join([]string{object.Name, object.Message, object.Data.Message}, " "))
	if object.Data.Status != 0 {
		text = fmt.Sprintf("%d %s", object.Data.Status, text)
	}
	return text
}
