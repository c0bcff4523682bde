package scenario

// File is one scenario with its defaults set and its names resolved.
type File struct {
	Name     string            `yaml:"-"` // as given to Parse
	Version  int               `yaml:"scenario"`
	About    string            `yaml:"about"`
	Seed     int64             `yaml:"seed"`
	Clock    Clock             `yaml:"clock"`
	Repo     string            `yaml:"repo"` // owner/name
	Viewer   Viewer            `yaml:"viewer"`
	Recorded []string          `yaml:"recorded"` // paths relative to the scenario file
	Pulls    []Pull            `yaml:"pulls"`
	Protect  *Protect          `yaml:"protect"` // nil: the base branch is not protected
	Host     Host              `yaml:"host"`
	Checks   []Check           `yaml:"checks"`
	Actors   map[string]*Actor `yaml:"actors"`
	Findings []Finding         `yaml:"findings"`
	Timeline []Act             `yaml:"timeline"`
	Faults   []Fault           `yaml:"faults"`
	Kill     Kill              `yaml:"kill"`
	Agent    Agent             `yaml:"agent"`
	Expect   Expect            `yaml:"expect"`
	Sections Sections          `yaml:"-"`
}

// Defaults are what holds where a file says nothing.
func (f *File) Defaults() {
	f.Seed = 1
	f.Clock = Clock{Speed: 1}
	f.Repo = "acme/shop"
	f.Viewer.Defaults()
	f.Host.Defaults()
	f.Expect.Defaults()
}

// Viewer is the account settle runs as.
type Viewer struct {
	Login      string     `yaml:"login"`
	Permission Permission `yaml:"permission"`
	App        bool       `yaml:"app"`    // a GitHub App's installation, not a person
	Scopes     []string   `yaml:"scopes"` // what the token may do; nil: everything its permission allows
}

// Defaults make the viewer a person named dev who may write.
func (v *Viewer) Defaults() { v.Login, v.Permission = "dev", "write" }

// Permission is a role on the repository.
type Permission string

// Words are GitHub's five roles.
func (Permission) Words() []string { return []string{"read", "triage", "write", "maintain", "admin"} }

// Pull is one pull request; the first in the file is the default of every
// entry that names none.
type Pull struct {
	Number int    `yaml:"number"`
	Title  string `yaml:"title"`
	Body   string `yaml:"body"`
	Author string `yaml:"author"` // a login; default the viewer
	Base   string `yaml:"base"`   // a branch; another pull request's head makes a stack
	Head   string `yaml:"head"`
	Draft  bool   `yaml:"draft"`
	Fork   *Fork  `yaml:"fork"` // nil: the head is in the base repository
}

// Fork is where the head branch lives instead.
type Fork struct {
	Owner           string `yaml:"owner"`
	Organisation    bool   `yaml:"organisation"`
	MaintainerEdits bool   `yaml:"maintainer_edits"`
}

// Protect is what the host asks of the base branch.
type Protect struct {
	Checks        []string   `yaml:"checks"`
	Via           ProtectVia `yaml:"via"`
	Approvals     int        `yaml:"approvals"`
	Conversations bool       `yaml:"conversations"` // every thread resolved
	UpToDate      bool       `yaml:"up_to_date"`
	Queue         bool       `yaml:"queue"`
	Protected     []string   `yaml:"protected"` // branch patterns; nil: the base branches
	Paywalled     bool       `yaml:"paywalled"` // the host answers 403 when the rules are read
	Restrictions  []string   `yaml:"restrictions"`
}

// Defaults choose a ruleset.
func (p *Protect) Defaults() { p.Via = "ruleset" }

// ProtectVia is which of the host's two mechanisms holds the rules.
type ProtectVia string

// Words are the two mechanisms.
func (ProtectVia) Words() []string { return []string{"classic", "ruleset"} }

// Host is how the host itself behaves.
type Host struct {
	MergeableUnknown Duration `yaml:"mergeable_unknown"` // after a push, how long the merge state reads UNKNOWN
	Propagation      Duration `yaml:"propagation"`       // how long a read may be behind a write
	PageSize         int      `yaml:"page_size"`         // the most a page holds, whatever was asked
	Latency          Duration `yaml:"latency"`           // of each answer
	Points           int      `yaml:"points"`            // GraphQL budget of an hour
	Enterprise       bool     `yaml:"enterprise"`
}

// Defaults make a host without delays.
func (h *Host) Defaults() { h.PageSize, h.Points = 100, 5000 }

// Check is one check run that the repository's own CI makes.
type Check struct {
	On
	Name       string     `yaml:"name"`
	App        string     `yaml:"app"`
	Runs       CheckRuns  `yaml:"runs"`
	Takes      Span       `yaml:"takes"`
	Conclusion Conclusion `yaml:"conclusion"`
	Log        string     `yaml:"log"`
}

// Defaults make a green check of GitHub's own runner on every push.
func (c *Check) Defaults() {
	c.App, c.Runs, c.Conclusion = "github-actions", "push", Conclusion{ByRun: []string{"success"}}
}

// CheckRuns is what starts a check.
type CheckRuns string

// Words are the three starts; a check that never runs is missing where required.
func (CheckRuns) Words() []string { return []string{"push", "ready", "never"} }

// On names the pull request that an entry is about; 0 is the first of the file.
type On struct {
	Pull int `yaml:"pull"`
}
