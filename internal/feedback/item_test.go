package feedback

import "testing"

func TestAnItemAtAVersionIsPrintedAndRead(t *testing.T) {
	at := At{Item: "t2203844821", Version: Version{Comment: 2203844901, Unix: 1763733122}}
	if at.String() != "t2203844821@2203844901.1763733122" {
		t.Fatalf("printed %s", at)
	}
	back, err := ParseAt(at.String())
	if err != nil || back != at {
		t.Fatalf("read %v, %v", back, err)
	}
	for _, text := range []string{"", "t1", "t1@2", "@2.3", "t1@x.3", "t1@2.y"} {
		if _, err := ParseAt(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

func TestVersionsAreOrderedByTimeThenByComment(t *testing.T) {
	older, edited, later := Version{Comment: 9, Unix: 1}, Version{Comment: 2, Unix: 5}, Version{Comment: 3, Unix: 5}
	if !older.Less(edited) || !edited.Less(later) || later.Less(edited) || later.Less(later) {
		t.Fatal("order is wrong")
	}
}

func TestTheLetterOfAnIDTellsItsKind(t *testing.T) {
	for id, want := range map[ItemID]Kind{"t1": Thread, "r1.2": ReviewFinding, "c1": Conversation, "k1": CheckItem} {
		if id.Kind() != want {
			t.Errorf("%s: got %s, want %s", id, id.Kind(), want)
		}
	}
}
