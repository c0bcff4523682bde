// Package modelsim is a stand-in for the services that serve models to coding
// agents: real agents run against it on this machine, without a key and without
// a network.
//
// It speaks three dialects, as streams: responses, chat completions, and
// generated content. A conversation has two turns: the model asks for one shell
// command by the tool that the agent offers, then says one sentence. What the
// command is comes from a Script, which sees the words that the agent was told.
// It promises to answer in one dialect what was asked in it, and refuses a
// request that offers no shell where one is needed. For tests only.
package modelsim

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// Script is the mind of the model: given all that an agent has said to it, the
// shell command that it wants run.
type Script func(words string) (command string)

// Server answers agents. It is an http.Handler, safe for several goroutines.
type Server struct {
	Script Script

	mu    sync.Mutex
	asked []string
}

// Asked are the requests so far, as "dialect: path".
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.asked...)
}

// request is what the three dialects have in common, once it is read.
type request struct {
	words string   // all text that the agent sent
	tools []string // names on offer
	done  bool     // the command has been run
}

// dialect reads requests and writes answers in one form.
type dialect interface {
	read(body []byte) (request, error)
	call(tool string, arguments json.RawMessage) []string // events
	say(text string) []string
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d, name := dialectOf(r.URL.Path)
	if d == nil || r.Method != http.MethodPost {
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	s.asked = append(s.asked, name+": "+r.URL.Path)
	s.mu.Unlock()
	body := make([]byte, 0, 64<<10)
	var err error
	if body, err = readAll(r, body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	asked, err := d.read(body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	send(w, s.answer(d, asked))
}

func dialectOf(path string) (dialect, string) {
	switch {
	case strings.HasSuffix(path, "/responses"):
		return responses{}, "responses"
	case strings.HasSuffix(path, "/chat/completions"):
		return completions{}, "completions"
	case strings.HasSuffix(path, "GenerateContent"), strings.HasSuffix(path, "generateContent"):
		return contents{}, "contents"
	}
	return nil, ""
}

// answer is a tool call first, then a sentence. A request without tools is an
// agent's small talk, a title for instance.
func (s *Server) answer(d dialect, asked request) []string {
	if asked.done || len(asked.tools) == 0 {
		return d.say("Done.")
	}
	command := s.Script(asked.words)
	if command == "" {
		return d.say("There is nothing to do.")
	}
	for _, tool := range asked.tools {
		if arguments := shell(tool, command); arguments != nil {
			return d.call(tool, arguments)
		}
	}
	return d.say("No shell is on offer.")
}

// shell gives the arguments with which a tool runs a command; nil: it is no shell.
func shell(tool, command string) json.RawMessage {
	var arguments map[string]any
	switch tool {
	case "exec_command":
		arguments = map[string]any{"cmd": command}
	case "shell":
		arguments = map[string]any{"command": []string{"bash", "-lc", command}}
	case "bash", "run_shell_command":
		arguments = map[string]any{"command": command, "description": "make the change", "is_background": false}
		if tool == "bash" {
			delete(arguments, "is_background")
		}
	default:
		return nil
	}
	text, _ := json.Marshal(arguments)
	return text
}

// send writes events as a stream.
func send(w http.ResponseWriter, events []string) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, event := range events {
		var head struct {
			Type string `json:"type"`
		}
		if json.Unmarshal([]byte(event), &head) == nil && head.Type != "" {
			fmt.Fprintf(w, "event: %s\n", head.Type)
		}
		fmt.Fprintf(w, "data: %s\n\n", event)
	}
}
