package feedback

import "slices"

// Matters leaves out what shares the fate of another in the list: of several
// asks that are one matter, the one that the others point to. Who decides that
// one decides all of them.
func Matters(standings []Standing) []Standing {
	return slices.DeleteFunc(slices.Clone(standings), func(st Standing) bool {
		return st.Judgment != nil && st.Judgment.Source != ByPerson && slices.ContainsFunc(standings, func(other Standing) bool {
			return other.Item.ID == st.Judgment.Primary && other.Disposition == st.Disposition
		})
	})
}
