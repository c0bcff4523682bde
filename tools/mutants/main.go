// Mutants breaks the judgment on purpose and shows which case notices.
//
// It promises that every seeded mutant of internal/decide is tried on the code
// as it stands, without touching a file of it: each is compiled by an overlay.
// It prints rule, mutant and the first case that fails, and ends with 1 when
// one survives, does not compile, or no longer fits the text that it changes.
package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync"
)

// dir is the package under trial, seen from the root of the module.
const dir = "internal/decide"

//go:embed mutants.txt
var list string

func main() {
	only := flag.String("only", "", "try only the mutants whose rule or sentence holds this text")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, *only))
}

func run(ctx context.Context, only string) int {
	all, err := parse(list)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		return 1
	}
	var chosen []mutant
	for _, m := range all {
		if strings.Contains(m.rule+": "+m.says, only) {
			chosen = append(chosen, m)
		}
	}
	alive := 0
	for i, fate := range tryAll(ctx, chosen) {
		fmt.Printf("%s -> %s -> %s\n", chosen[i].rule, chosen[i].says, fate.text)
		if !fate.dead {
			alive++
		}
	}
	fmt.Printf("%d mutants, %d alive\n", len(chosen), alive)
	if alive > 0 || len(chosen) == 0 {
		return 1
	}
	return 0
}

// tryAll tries as many at once as there are processors; the order is kept.
func tryAll(ctx context.Context, all []mutant) []fate {
	fates := make([]fate, len(all))
	var group sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, m := range all {
		free <- struct{}{}
		group.Go(func() {
			fates[i] = try(ctx, m)
			<-free
		})
	}
	group.Wait()
	return fates
}
