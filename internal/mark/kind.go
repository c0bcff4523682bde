package mark

// Asks: the comment is a reviewer's, who may act under the same account as who
// answers it.
func (k Kind) Asks() bool { return k == Finding || k == Review || k == Still }
