// Command githubsim serves the world of a scenario file to any client of
// GitHub: curl, gh, git, settle.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/scenario"
)

const usage = `usage: githubsim serve [--listen ADDRESS] [--socket PATH] [--dir DIR] FILE

Serves the world of a scenario file (docs/scenario.md) until interrupted.

  --listen ADDRESS  TCP address (default: a free port of 127.0.0.1)
  --socket PATH     a unix socket beside it, for gh config set http_unix_socket PATH
  --dir DIR         where its repositories are kept (default: a temporary folder, removed at the end)
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Print(usage)
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "githubsim:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	if len(args) == 0 || args[0] != "serve" {
		fmt.Fprint(os.Stderr, usage)
		return errors.New("the only command is serve")
	}
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	listen := flags.String("listen", "", "")
	socket := flags.String("socket", "", "")
	dir := flags.String("dir", "", "")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return errors.New("name one scenario file")
	}
	file, err := read(flags.Arg(0))
	if err != nil {
		return err
	}
	if *dir == "" {
		if *dir, err = os.MkdirTemp("", "githubsim"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(*dir)) }()
	}
	sim, err := githubsim.Start(ctx, githubsim.Options{
		Scenario: file, Dir: *dir, Listen: *listen, Socket: *socket, Recorded: filepath.Dir(flags.Arg(0)),
		Wrong: func(what string) { fmt.Fprintln(os.Stderr, "githubsim: the host refused an act:", what) },
	})
	if err != nil {
		return err
	}
	for _, p := range file.Pulls {
		_, _ = fmt.Fprintf(out, "%s#%d  %s\n", file.Repo, p.Number, p.Title)
	}
	_, _ = fmt.Fprintf(out, "%s\n  SETTLE_GITHUB_URL=%s GH_TOKEN=any settle status %s#%d\n", sim.URL, sim.URL, file.Repo, number(file))
	<-ctx.Done()
	return sim.Close()
}

func number(file *scenario.File) int {
	if len(file.Pulls) == 0 {
		return 1
	}
	return file.Pulls[0].Number
}

func read(name string) (*scenario.File, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return scenario.Parse(name, text)
}
