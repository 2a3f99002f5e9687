package staff_test

import (
	"fmt"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
)

// watch opens the stream of a member of staff, and returns how its next event is read.
func (p *place) watch(t *testing.T, url, token string) (stream apitest.Stream, next func(when, want string)) {
	t.Helper()
	stream, _ = p.OpenStream(t, url+call.Prefix+"/staff/events", apitest.Bearer(token)...)
	if stream.Status != 200 || stream.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("the stream begins with %d %v", stream.Status, stream.Header)
	}
	return stream, func(when, want string) {
		t.Helper()
		got := make(chan string, 1)
		go func() {
			var v struct {
				Orders []struct {
					ID          int64
					OrderStatus string `json:"order_status"`
					Offered     bool
					HasRider    bool `json:"has_rider"`
					Payment     string
				}
			}
			text := "the end"
			if stream.Read(t, &v) {
				text = ""
				for _, o := range v.Orders {
					text += fmt.Sprintf("%d %s %t %t%s;", o.ID, o.OrderStatus, o.Offered, o.HasRider, o.Payment)
				}
			}
			got <- text
		}()
		select {
		case text := <-got:
			if text != want {
				t.Errorf("%s: %q, want %q", when, text, want)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("%s: nothing is sent", when)
		}
	}
}

// The first event after a reconnect is the present state, so nothing is missed. Hints
// alone wake the streams here: the heartbeat is too late for that.
func TestEvents_TRAP_O6_staffSeeTheirOrdersMoveAndNoOthers(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		url := p.Serve(t)
		stranger := newPlace(t, p.CustomerAPI)
		_, cook := p.watch(t, url, p.vendor)
		_, rider := p.watch(t, url, p.rider)
		_, other := p.watch(t, url, stranger.vendor)
		cook("at first", "")
		rider("at first", "")
		other("at first", "")
		id := p.order(t, order.Delivery).ID
		cook("a new order", fmt.Sprintf("%d pending false false;", id))
		for _, to := range []order.Status{order.Confirmed, order.Processing} {
			apitest.Read[seen](t, p.move(t, p.vendor, "vendor", id, to))
			cook("it moved", fmt.Sprintf("%d %s false false;", id, to))
		}
		rider("it is offered", fmt.Sprintf("%d processing true false;", id))
		apitest.Read[seen](t, p.AsStaff(t, p.rider, "POST", fmt.Sprintf("/rider/orders/%d/accept", id), nil))
		rider("it is accepted", fmt.Sprintf("%d processing false true;", id))
		cook("it is accepted", fmt.Sprintf("%d processing false true;", id))
		_, again := p.watch(t, url, p.vendor)
		again("after a reconnect", fmt.Sprintf("%d processing false true;", id))
		// The other store has heard of nothing until its own order.
		theirs := stranger.order(t, order.TakeAway).ID
		other("their own order", fmt.Sprintf("%d pending false false;", theirs))
	})
}

// The lists of the desk are fetched again after each event that says something else.
func TestEvents_TRAP_O6_CHK03_sayWhatAShopperSendsOfAPayment(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		p.OfferOffline(t)
		_, admin := p.watch(t, p.Serve(t), p.admin)
		admin("at first", "")
		id := p.Place(t, "key", ordertest.ByBank(ordertest.BuyNow(p.Guest(t), p.item, 1))).ID
		says := func(when, payment string) {
			t.Helper()
			admin(when, fmt.Sprintf("%d pending false false%s %s%s;", id, purchase.OfflinePayment, ordertest.Bank.ID, payment))
		}
		says("a new order", "")
		for n := range 2 {
			sent := offlinepayment.Request{Fields: map[string]string{"number": fmt.Sprint(n)}}
			if err := p.OfflinePayments.Send(t.Context(), id, sent); err != nil {
				t.Fatal(err)
			}
			says("a payment is sent", fmt.Sprint(" sent ", n+1))
		}
		no := offlinepayment.Decision{PurchaseID: id, Sending: 2, Reason: "Not here"}
		if err := p.OfflinePayments.Decide(t.Context(), offlinepayment.Admin{ID: p.Admin(t).ID, Name: "Ada"}, no); err != nil {
			t.Fatal(err)
		}
		says("it is refused", " refused 2")
	})
}

func TestEvents_AUTH10_endWithTheSession(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		stream, next := p.watch(t, p.Serve(t), p.rider)
		next("at first", "")
		if out := p.AsStaff(t, p.rider, "POST", "/staff/logout", nil); out.Status != 200 {
			t.Fatalf("%d %s", out.Status, out.Body)
		}
		stream.ExpectEnd(t, "after signing out")
		if _, err := p.Staff.FindSession(t.Context(), p.SignInStaff(t, p.Rider(t, ordertest.ZoneID))); err != nil {
			t.Errorf("another session: %v", err)
		}
	})
}
