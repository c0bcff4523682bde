package feedback

import "testing"

func TestOfSeveralAsksThatAreOneMatterOneIsLeft(t *testing.T) {
	waits := func(id, primary ItemID, source Source) Standing {
		return Standing{Item: Item{ID: id}, Disposition: Escalated, Judgment: &Judgment{Primary: primary, Source: source}}
	}
	all := []Standing{
		waits("t1", "", ByAgent), waits("t2", "t1", ByAgent), waits("t3", "t1", ByRule),
		waits("t4", "t9", ByAgent),                                                      // what it points to does not wait
		waits("t5", "t1", ByPerson),                                                     // a person has spoken of it by itself
		{Item: Item{ID: "t6"}, Disposition: Escalated},                                  // not judged
		{Item: Item{ID: "t7"}, Disposition: Failed, Judgment: &Judgment{Primary: "t1"}}, // another fate
	}
	got := ""
	for _, st := range Matters(all) {
		got += string(st.Item.ID) + " "
	}
	if got != "t1 t4 t5 t6 t7 " || len(all) != 7 {
		t.Errorf("left are %s", got)
	}
}
