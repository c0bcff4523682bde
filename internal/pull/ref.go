package pull

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// Ref names one pull request. Host is empty for github.com.
type Ref struct {
	Host   string `json:"host,omitempty"`
	Owner  string `json:"owner"`
	Repo   string `json:"repo"`
	Number int    `json:"number"`
}

// String prints owner/repo#number, with the host in front when it is not github.com.
func (r Ref) String() string {
	text := fmt.Sprintf("%s/%s#%d", r.Owner, r.Repo, r.Number)
	if r.Host != "" {
		return r.Host + "/" + text
	}
	return text
}

// Slug prints owner/repo.
func (r Ref) Slug() string { return r.Owner + "/" + r.Repo }

var (
	shortForm = regexp.MustCompile(`^#?(\d+)$`)
	longForm  = regexp.MustCompile(`^(?:([A-Za-z0-9.-]+(?::\d+)?)/)?([A-Za-z0-9](?:[A-Za-z0-9-]*))/([A-Za-z0-9._-]+)#(\d+)$`)
	urlPath   = regexp.MustCompile(`^/([^/]+)/([^/]+)/pull/(\d+)(?:/.*)?$`)
)

// ParseRef reads every printed form of a pull request: 42, #42, owner/repo#42,
// host/owner/repo#42 or a URL. The first two need here, the repository one is
// in; without it they are refused. Item is the fragment of a URL
// (discussion_r…, issuecomment-…), else empty.
func ParseRef(text string, here Ref) (ref Ref, item string, err error) {
	if m := shortForm.FindStringSubmatch(text); m != nil {
		if here.Owner == "" {
			return Ref{}, "", fmt.Errorf("%q names no repository", text)
		}
		here.Number, err = number(m[1])
		return here, "", err
	}
	if m := longForm.FindStringSubmatch(text); m != nil {
		ref = Ref{Host: publicHost(m[1]), Owner: m[2], Repo: m[3]}
		ref.Number, err = number(m[4])
		return ref, "", err
	}
	if strings.Contains(text, "://") {
		return parseURL(text)
	}
	return Ref{}, "", fmt.Errorf("%q is not a pull request", text)
}

func parseURL(text string) (Ref, string, error) {
	u, err := url.Parse(text)
	if err != nil {
		return Ref{}, "", fmt.Errorf("%q is not a pull request: %w", text, err)
	}
	m := urlPath.FindStringSubmatch(u.Path)
	if m == nil {
		return Ref{}, "", fmt.Errorf("%q is not the address of a pull request", text)
	}
	ref := Ref{Host: publicHost(u.Host), Owner: m[1], Repo: m[2]}
	ref.Number, err = number(m[3])
	return ref, u.Fragment, err
}

func publicHost(host string) string {
	if host == "github.com" || host == "www.github.com" {
		return ""
	}
	return host
}

func number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("%q is not the number of a pull request", text)
	}
	return n, nil
}
