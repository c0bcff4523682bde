package findings

import "strings"

// ownFolders are the names by which tools call the folder of the sources. A path
// below one of them is a path of the repository, also where the file was written
// on another machine.
var ownFolders = map[string]bool{
	"SRCROOT": true, "SOURCEROOT": true, "PROJECTROOT": true, "PROJROOT": true, "REPOROOT": true, "ROOTPATH": true, "WORKSPACE": true,
}

// spot finds the file of a location: by its own URI, or by the artifact that it
// points to (3.4).
func (r *sarifReader) spot(a artifactLocation) spot {
	if a.URI == "" {
		artifact, ok := nth(r.run.Artifacts, a.Index)
		if !ok {
			return spot{wrong: "is missing: name a file"}
		}
		a = artifact.Location
	}
	base, known := r.base(a.Base, 0)
	switch {
	case !known:
		return uriSpot(a.URI, r.directory(), r.root).file()
	case base.path != "":
		return uriSpot(a.URI, base.path, r.root).file()
	case ownFolders[strings.ToUpper(strings.Trim(a.Base, "%$(){}"))]:
		return uriSpot(a.URI, "", r.root).file()
	}
	return base
}

// mostBases bounds how many folders may stand on one another.
const mostBases = 8

// base resolves the name of a folder (3.14.14). Known is false where the file
// does not say what it means.
func (r *sarifReader) base(id string, depth int) (folder spot, known bool) {
	at, ok := r.run.Bases[id]
	if !ok || at.URI == "" || depth == mostBases {
		return spot{}, false
	}
	if at.Base == "" {
		return uriSpot(at.URI, "", r.root), true
	}
	below, known := r.base(at.Base, depth+1)
	if !known || below.path == "" {
		return below, known
	}
	return uriSpot(at.URI, below.path, r.root), true
}

// directory is where the tool ran, below the root of the repository: what its
// relative paths start from when it says no more.
func (r *sarifReader) directory() string {
	for _, one := range r.run.Invocations {
		if one.Directory.URI != "" {
			return uriSpot(one.Directory.URI, "", r.root).path
		}
	}
	return ""
}
