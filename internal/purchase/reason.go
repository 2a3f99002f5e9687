package purchase

import "slices"

// Reason is one that a shopper can give.
type Reason struct{ ID, Text string }

// Reasons are those from which a shopper chooses one.
type Reasons []Reason

// TextOf returns the text of the reason that has this id or text.
func (all Reasons) TextOf(given string) (string, error) {
	at := slices.IndexFunc(all, func(r Reason) bool { return r.ID == given || r.Text == given })
	if at < 0 {
		return "", invalid("reason", "Please choose a reason.")
	}
	return all[at].Text, nil
}
