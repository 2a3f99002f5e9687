package notification

import "fmt"

// About is the order or the trip that a notification is about. Both nil: it is an alert or
// a reward.
type About struct {
	OrderID *int64
	TripID  *int64
}

// purchase returns the kind and the id of what was bought; 0: nothing.
func (a About) purchase() (kind string, id int64) {
	switch {
	case a.OrderID != nil:
		return "order", *a.OrderID
	case a.TripID != nil:
		return "trip", *a.TripID
	}
	return "", 0
}

// path is the page of the order or the trip.
func (a About) path() string {
	kind, id := a.purchase()
	return fmt.Sprintf("/%s/%d", kind, id)
}

// title is the name of the order or the trip, such as Order 17.
func (a About) title(w writer) string {
	kind, id := a.purchase()
	return w.text("notification_mail."+kind, "id", fmt.Sprint(id))
}
