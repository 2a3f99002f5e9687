package order_test

import (
	"testing"

	"hawker/internal/order"
)

// ORD-03: the bar marks the step that the words beside it name.
func TestStep_ORD03_whatWaitsForItsRiderIsNotOnItsWay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind   order.Type
		status order.Status
		want   int
	}{
		{order.Delivery, order.Pending, 0}, {order.Delivery, order.Scheduled, 0}, {order.Delivery, order.Confirmed, 1},
		{order.Delivery, order.Processing, 2}, {order.Delivery, order.Handover, 2}, {order.Delivery, order.PickedUp, 3},
		{order.Delivery, order.Delivered, 4}, {order.TakeAway, order.Processing, 2}, {order.TakeAway, order.Handover, 3},
		{order.TakeAway, order.Delivered, 4}, {order.Delivery, order.Canceled, -1},
	} {
		o := order.Order{Type: tt.kind, Status: tt.status}
		if got := o.Step(); got != tt.want {
			t.Errorf("%s, %s: step %d, want %d", tt.kind, tt.status, got, tt.want)
		}
	}
}
