package sandbox

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// system is what any program needs to read. Homes, the temporary folder and
// sockets below /run are not in it.
var system = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/snap",
	"/proc", "/sys", "/dev", "/System", "/Library", "/run/systemd/resolve", "/var/lib/ca-certificates",
}

// devices may be written to.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx", "/dev/pts"}

// places are what a walled child may see and change, parents before children.
type places struct{ read, write []string }

func (w *Walls) places(program string) places {
	read := slices.Concat(programPlaces(program), w.Read)
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		read = append(read, toolPlaces(dir)...)
	}
	return places{read: real(read), write: real(w.Write)}
}

// programPlaces is where the parts of a program lie: beside what its name leads
// to, and in the tree of packages that holds it.
func programPlaces(path string) []string {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return []string{path}
	}
	if at := strings.Index(target, "/node_modules/"); at >= 0 {
		return []string{path, target[:at+len("/node_modules")]}
	}
	return []string{path, filepath.Dir(target)}
}

// toolPlaces of a folder of programs: itself, and the tool chain that it
// belongs to. A home's own bin belongs to none.
func toolPlaces(dir string) []string {
	if !filepath.IsAbs(dir) {
		return nil
	}
	root, name := filepath.Split(dir)
	root = filepath.Clean(root)
	if name != "bin" || filepath.Base(root) == ".local" || isHome(root) {
		return []string{dir}
	}
	if _, err := os.Stat(filepath.Join(root, "lib")); err == nil {
		return []string{root}
	}
	return []string{dir}
}

func isHome(dir string) bool {
	home, err := os.UserHomeDir()
	return dir == "/" || err == nil && filepath.Clean(home) == dir
}

// real drops what is not there, and names each place once, parents first.
func real(paths []string) []string {
	var found []string
	for _, path := range paths {
		if _, err := os.Stat(path); err == nil && filepath.IsAbs(path) {
			found = append(found, filepath.Clean(path))
		}
	}
	slices.SortFunc(found, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) })
	return slices.Compact(found)
}

// bubblewrap gives the arguments before those of the command.
func bubblewrap(p places, dir string) []string {
	path, err := exec.LookPath("bwrap")
	if err != nil {
		path = "bwrap"
	}
	args := []string{path, "--die-with-parent", "--cap-drop", "ALL", "--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try"}
	for _, place := range slices.Concat(system, p.read) {
		if place != "/proc" && place != "/dev" {
			args = append(args, "--ro-bind-try", place, place)
		}
	}
	args = append(args, "--proc", "/proc", "--dev", "/dev")
	for _, place := range p.write {
		args = append(args, "--bind", place, place)
	}
	if dir != "" {
		args = append(args, "--chdir", dir)
	}
	return append(args, "--")
}
