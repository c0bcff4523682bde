package view

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// PublicLink checks that an address can stand in a public text: whoever reads
// the pull request can open it. It refuses what is no web address, the id of a
// tracker, an address with a login in it, and hosts that only some network
// knows, but for the host of beside, which is where the pull request is read.
// Whether the page behind it is open to all is not looked at.
func PublicLink(text, beside string) error {
	u, err := url.Parse(text)
	switch {
	case link(text) == "" || err != nil || u.Hostname() == "":
		return fmt.Errorf("%q is no web address; a public answer names a page that its readers can open", words(text, titleLimit))
	case u.User != nil:
		return errors.New("the address holds a login; a public answer names a page that its readers can open")
	case sameHost(u, beside), !private(strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))):
		return nil
	}
	return fmt.Errorf("%s is known to one network only; a public answer names a page that its readers can open", words(u.Hostname(), titleLimit))
}

func sameHost(u *url.URL, beside string) bool {
	own, err := url.Parse(beside)
	return err == nil && own.Host != "" && strings.EqualFold(own.Host, u.Host)
}

// inward are the names that no public server has.
var inward = []string{"localhost", "local", "internal", "intranet", "lan", "corp", "home", "test", "invalid"}

func private(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return !ip.IsGlobalUnicast() || ip.IsPrivate()
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	for _, name := range inward {
		if last == name {
			return true
		}
	}
	return !strings.Contains(host, ".")
}
