// Command settle drives a GitHub pull request from review feedback to ready.
package main

import (
	"os"

	"github.com/settlehq/settle/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Getenv))
}
