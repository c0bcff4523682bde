package world

// RecordThread adds a thread as somebody recorded it. What the recording does
// not tell (ids, times, the first commit) is filled in.
func (w *World) RecordThread(p *Pull, t *Thread) {
	if t.NodeID == "" {
		t.NodeID = NodeID("thread", w.number("thread"))
	}
	if t.Side == "" {
		t.Side = "RIGHT"
	}
	if t.Subject == "" {
		t.Subject = "LINE"
	}
	t.At = p.Head
	for i, c := range t.Comments {
		w.complete(c, "review_comment")
		c.Thread = t.NodeID
		if i > 0 {
			c.ReplyTo = t.Comments[0].ID
		}
		if c.Commit == "" {
			c.Commit = p.Head
		}
		if c.Origin == "" {
			c.Origin = c.Commit
		}
	}
	p.Threads = append(p.Threads, t)
}

// RecordComment adds a comment of the conversation as somebody recorded it.
func (w *World) RecordComment(p *Pull, c *Comment) {
	w.complete(c, "comment")
	p.Comments = append(p.Comments, c)
}

func (w *World) complete(c *Comment, kind string) {
	if c.ID == 0 {
		c.ID = w.number(kind)
	}
	if c.NodeID == "" {
		c.NodeID = NodeID(kind, c.ID)
	}
	if c.Created.IsZero() {
		c.Created = w.Now()
	}
}

// RecordReview adds a review as somebody recorded it.
func (w *World) RecordReview(p *Pull, r *Review) {
	if r.ID == 0 {
		r.ID = w.number("review")
	}
	if r.NodeID == "" {
		r.NodeID = NodeID("review", r.ID)
	}
	if r.Created.IsZero() {
		r.Created = w.Now()
	}
	if r.Submitted == nil && r.State != "PENDING" {
		r.Submitted = &r.Created
	}
	p.Reviews = append(p.Reviews, r)
}

// RecordCheck adds a check run as somebody recorded it, at the head that it names.
func (w *World) RecordCheck(r *Repository, c Check) {
	if c.ID == 0 {
		c.ID = w.number("check")
	}
	if c.NodeID == "" {
		c.NodeID = NodeID("check", c.ID)
	}
	if c.Suite == 0 {
		c.Suite = w.number("suite")
	}
	c.Attempt = 1
	r.Checks = append(r.Checks, &c)
}
