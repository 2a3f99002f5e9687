package order_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"hawker/internal/order"
)

var statuses = []order.Status{order.Scheduled, order.Pending, order.Confirmed, order.Processing, order.Handover,
	order.PickedUp, order.Delivered, order.Canceled, order.Failed, order.RefundRequested, order.Refunded}

var actors = []order.Actor{order.ByShopper, order.ByVendor, order.ByRider, order.ByAdmin, order.BySystem}

// Every move that anybody may make, in the words of the requirement; all other
// pairs are illegal for everybody.
func TestMoves_ORD03_TRAP_O5_onlyTheseAreLegal(t *testing.T) {
	t.Parallel()
	both := []string{
		"scheduled pending system", "scheduled canceled shopper vendor admin system",
		"pending confirmed vendor admin", "pending canceled shopper vendor admin system",
		"confirmed processing vendor admin", "confirmed canceled vendor admin",
		"processing handover vendor admin", "processing canceled admin", "handover canceled admin",
		"delivered refund_requested shopper",
	}
	want := map[order.Type][]string{
		order.Delivery: append(slices.Clone(both), "handover picked_up rider admin", "picked_up delivered rider admin", "picked_up failed rider admin"),
		order.TakeAway: append(slices.Clone(both), "handover delivered vendor admin", "handover failed vendor admin"),
		order.Parcel: {
			"scheduled pending system", "scheduled canceled shopper admin system", "pending confirmed rider", "pending canceled shopper admin system",
			"confirmed pending system", "confirmed picked_up rider admin", "confirmed canceled rider admin", "picked_up delivered rider admin", "picked_up failed rider admin",
			"delivered refund_requested shopper",
		},
		"unknown": nil,
	}
	for kind, expected := range want {
		var got []string
		for _, from := range statuses {
			for _, to := range statuses {
				if line := allowed(kind, from, to); line != "" {
					got = append(got, line)
				}
			}
		}
		slices.Sort(got)
		slices.Sort(expected)
		if !slices.Equal(got, expected) {
			t.Errorf("%s:\n got %q\nwant %q", kind, got, expected)
		}
	}
}

// A decision about a refund is no plain move: it has a reason and says what is given back.
func TestMoves_ORD04_ORD05_nobodyRefundsByAPlainMove(t *testing.T) {
	t.Parallel()
	for _, s := range [][2]order.Status{{order.Delivered, order.Refunded}, {order.RefundRequested, order.Refunded}, {order.RefundRequested, order.Delivered}} {
		o := order.Order{Type: order.Delivery, Status: s[0]}
		if next := o.NextMoves(order.ByAdmin); len(next) > 0 || !order.Legal(o.Type, s[0], s[1]) {
			t.Errorf("from %s an admin may move to %v; to %s is legal: %t", s[0], next, s[1], order.Legal(o.Type, s[0], s[1]))
		}
	}
}

// A store that delivers itself makes the moves of a rider, who makes none (Z4).
func TestMoves_ORD03_TRAP_O5_ofAStoreThatDeliversItself(t *testing.T) {
	t.Parallel()
	by := map[order.Actor]order.Actor{order.ByRider: order.ByVendor, order.ByVendor: order.ByVendor, order.ByShopper: order.ByShopper, order.ByAdmin: order.ByAdmin, order.BySystem: order.BySystem}
	want, got := map[string]bool{}, map[string]bool{}
	for _, from := range statuses {
		for _, to := range statuses {
			for _, a := range actors {
				if (order.Order{Type: order.Delivery, Status: from}).MayMove(to, a) {
					want[fmt.Sprint(from, to, by[a])] = true
				}
				if (order.Order{Type: order.Delivery, SelfDelivery: true, Status: from}).MayMove(to, a) {
					got[fmt.Sprint(from, to, a)] = true
				}
			}
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func allowed(kind order.Type, from, to order.Status) string {
	line := ""
	for _, by := range actors {
		if (order.Order{Type: kind, Status: from}).MayMove(to, by) {
			line += " " + string(by)
		}
	}
	if line == "" {
		return ""
	}
	return string(from) + " " + string(to) + line
}
