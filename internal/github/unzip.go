package github

import (
	"compress/gzip"
	"io"
)

// unzip decompresses a body as it is read.
type unzip struct {
	wire io.ReadCloser
	zip  *gzip.Reader
}

func (u *unzip) Read(p []byte) (int, error) {
	if u.zip == nil {
		zip, err := gzip.NewReader(u.wire)
		if err != nil {
			return 0, err
		}
		u.zip = zip
	}
	return u.zip.Read(p)
}

func (u *unzip) Close() error { return u.wire.Close() }
