package modelsim

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
)

const longestRequest = 32 << 20

func readAll(r *http.Request, into []byte) ([]byte, error) {
	buffer := bytes.NewBuffer(into)
	_, err := io.Copy(buffer, io.LimitReader(r.Body, longestRequest))
	return buffer.Bytes(), err
}

// object is a JSON object to be sent.
type object = map[string]any

func text(o object) string {
	data, _ := json.Marshal(o)
	return string(data)
}

// responses is the dialect of POST /v1/responses.
type responses struct{}

func (responses) read(body []byte) (request, error) {
	var asked struct {
		Input []struct {
			Type    string          `json:"type"`
			Content json.RawMessage `json:"content"`
		} `json:"input"`
		Tools []struct {
			Name string `json:"name"`
		} `json:"tools"`
	}
	err := json.Unmarshal(body, &asked)
	var r request
	for _, i := range asked.Input {
		r.words += words(i.Content)
		r.done = r.done || i.Type == "function_call_output"
	}
	for _, t := range asked.Tools {
		r.tools = append(r.tools, t.Name)
	}
	return r, err
}

func (responses) call(tool string, arguments json.RawMessage) []string {
	return response(object{"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": tool, "arguments": string(arguments), "status": "completed"})
}

func (responses) say(sentence string) []string {
	return response(object{
		"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
		"content": []object{{"type": "output_text", "text": sentence, "annotations": []any{}}},
	})
}

func response(item object) []string {
	usage := object{
		"input_tokens": 10, "input_tokens_details": object{"cached_tokens": 0}, "output_tokens": 5,
		"output_tokens_details": object{"reasoning_tokens": 0}, "total_tokens": 15,
	}
	whole := object{"id": "resp_1", "object": "response", "status": "completed", "output": []object{item}, "usage": usage}
	return []string{
		text(object{"type": "response.created", "response": object{"id": "resp_1"}}),
		text(object{"type": "response.output_item.added", "output_index": 0, "item": item}),
		text(object{"type": "response.output_item.done", "output_index": 0, "item": item}),
		text(object{"type": "response.completed", "response": whole}),
	}
}

// completions is the dialect of POST /v1/chat/completions.
type completions struct{}

func (completions) read(body []byte) (request, error) {
	var asked struct {
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
		Tools []struct {
			Function struct {
				Name string `json:"name"`
			} `json:"function"`
		} `json:"tools"`
	}
	err := json.Unmarshal(body, &asked)
	var r request
	for _, m := range asked.Messages {
		r.words += words(m.Content)
		r.done = r.done || m.Role == "tool"
	}
	for _, t := range asked.Tools {
		r.tools = append(r.tools, t.Function.Name)
	}
	return r, err
}

func (completions) call(tool string, arguments json.RawMessage) []string {
	function := object{"name": tool, "arguments": string(arguments)}
	return completion(object{"role": "assistant", "tool_calls": []object{{"index": 0, "id": "call_1", "type": "function", "function": function}}}, "tool_calls")
}

func (completions) say(sentence string) []string {
	return completion(object{"role": "assistant", "content": sentence}, "stop")
}

func completion(delta object, reason string) []string {
	chunk := func(choices []object, usage any) string {
		return text(object{"id": "chat_1", "object": "chat.completion.chunk", "created": 1, "model": "scripted", "choices": choices, "usage": usage})
	}
	return []string{
		chunk([]object{{"index": 0, "delta": delta, "finish_reason": nil}}, nil),
		chunk([]object{{"index": 0, "delta": object{}, "finish_reason": reason}}, nil),
		chunk([]object{}, object{"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}),
		"[DONE]",
	}
}

// contents is the dialect of POST /v1beta/models/MODEL:streamGenerateContent.
type contents struct{}

func (contents) read(body []byte) (request, error) {
	var asked struct {
		Contents []struct {
			Parts []struct {
				Text     string          `json:"text"`
				Response json.RawMessage `json:"functionResponse"`
			} `json:"parts"`
		} `json:"contents"`
		Tools []struct {
			Functions []struct {
				Name string `json:"name"`
			} `json:"functionDeclarations"`
		} `json:"tools"`
	}
	err := json.Unmarshal(body, &asked)
	var r request
	for _, c := range asked.Contents {
		for _, p := range c.Parts {
			r.words += p.Text + "\n"
			r.done = r.done || len(p.Response) > 0
		}
	}
	for _, t := range asked.Tools {
		for _, f := range t.Functions {
			r.tools = append(r.tools, f.Name)
		}
	}
	return r, err
}

func (contents) call(tool string, arguments json.RawMessage) []string {
	return content(object{"functionCall": object{"name": tool, "args": arguments}})
}

func (contents) say(sentence string) []string { return content(object{"text": sentence}) }

func content(part object) []string {
	return []string{text(object{
		"candidates":    []object{{"content": object{"role": "model", "parts": []object{part}}, "finishReason": "STOP", "index": 0}},
		"usageMetadata": object{"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
	})}
}

// words reads a content that is a text or a list of parts.
func words(content json.RawMessage) string {
	var plain string
	if json.Unmarshal(content, &plain) == nil {
		return plain + "\n"
	}
	var parts []struct {
		Text string `json:"text"`
	}
	_ = json.Unmarshal(content, &parts)
	var all string
	for _, p := range parts {
		all += p.Text + "\n"
	}
	return all
}
