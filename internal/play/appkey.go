package play

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"

	"github.com/settlehq/settle/internal/config"
)

// appOf is the App that a play acts as, with a key of its own; the zero App
// where the account is a person's.
func appOf(s setting) (config.App, error) {
	if !s.App {
		return config.App{}, nil
	}
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return config.App{}, fmt.Errorf("make the key of the App: %w", err)
	}
	block := pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}
	return config.App{ID: 1, Key: pem.EncodeToMemory(&block)}, nil
}
