package staff_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/verify"
)

// statuses are those that staff can ask for.
var statuses = []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered, order.Canceled, order.Failed}

// allowed is the requirement in the test's own words: from, to, and who.
var allowed = map[string]string{
	"scheduled pending": "clock", "scheduled canceled": "shopper vendor admin",
	"pending confirmed": "vendor admin", "pending canceled": "shopper vendor admin",
	"confirmed processing": "vendor admin", "confirmed canceled": "vendor admin",
	"processing handover": "vendor admin", "processing canceled": "admin", "handover canceled": "admin",
	"delivery handover picked_up": "rider admin", "picked_up delivered": "rider admin", "picked_up failed": "rider admin",
	"take_away handover delivered": "vendor admin", "take_away handover failed": "vendor admin",
	"delivered refund_requested": "shopper", // an admin decides with a call of its own
}

// mayMove reads the requirement. An order that is paid first is accepted once it is paid.
func mayMove(o order.Order, to order.Status, role string) bool {
	if to == order.Confirmed && o.PaymentMethod == purchase.OfflinePayment && o.PaymentStatus == "unpaid" {
		return false
	}
	words := allowed[fmt.Sprint(o.Status, " ", to)] + " " + allowed[fmt.Sprint(o.Type, " ", o.Status, " ", to)]
	return slices.Contains(strings.Fields(words), role) && (role != "rider" || o.RiderID != nil)
}

// randomMoves asks for random moves of a few orders, of guests and of a customer, for
// now and for later.
type randomMoves struct {
	*place
	dice     *rand.Rand
	customer apitest.Customer
	ids      []int64
	what     string         // the last move, for failures
	made     map[string]int // legal moves by role
}

func (p *place) randomMoves(t *testing.T, seed uint64) *randomMoves {
	m := &randomMoves{place: p, dice: rand.New(rand.NewPCG(seed, seed)), customer: p.NewCustomer(t), made: map[string]int{}}
	p.OfferOffline(t)
	for n := range 12 {
		m.ids = append(m.ids, m.placeAny(t, n))
	}
	return m
}

// placeAny places the n-th order: every second one is fetched, every third one is a
// customer's, every fourth one is for later, every fifth one is paid by a bank transfer.
func (m *randomMoves) placeAny(t *testing.T, n int) int64 {
	t.Helper()
	r := ordertest.BuyNow(m.customer.ShopperID, m.item, 2)
	if n%2 == 1 {
		r.Type = order.TakeAway
	}
	if r.Guest = n%3 > 0; r.Guest {
		r.ShopperID = m.Guest(t)
	}
	if n%5 == 4 {
		r = ordertest.ByBank(r)
	}
	if n%4 > 1 {
		q, err := m.Orders.Quote(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		r.ScheduleAt = q.Slots[m.dice.IntN(8)]
	}
	return m.Place(t, fmt.Sprint("key-", n, "-", m.Clock.Now().UnixMilli()), r).ID
}

// pick returns one of some values by chance.
func pick[T any](m *randomMoves, from ...T) T { return from[m.dice.IntN(len(from))] }

// step asks for one move and compares what became of it with the requirement.
func (m *randomMoves) step(t *testing.T) {
	t.Helper()
	m.Clock.Advance(time.Second)
	m.AwaitJobs(t) // a scheduled order may be due by a second
	at, role := m.dice.IntN(len(m.ids)), pick(m, "vendor", "vendor", "rider", "rider", "admin", "link", "customer", "stranger")
	before := m.read(t, m.ids[at])
	if role == "rider" && before.RiderID == nil && m.dice.IntN(2) == 0 {
		m.AsStaff(t, m.rider, "POST", fmt.Sprintf("/rider/orders/%d/accept", before.ID), nil)
		before = m.read(t, before.ID)
	}
	if before.AwaitsPayment() && m.dice.IntN(4) == 0 {
		m.pay(t, before.ID)
		before = m.read(t, before.ID)
	}
	to, legal, got := m.ask(t, before, role)
	after := m.read(t, before.ID)
	m.what = fmt.Sprintf("%s of %s %d from %s to %s: %d %s", role, before.Type, before.ID, before.Status, to, got.Status, got.Body)
	if legal != (got.Status == http.StatusOK) {
		t.Fatalf("%s; legal: %t", m.what, legal)
	}
	if !legal {
		if got.Status != http.StatusConflict && got.Status != http.StatusNotFound {
			t.Fatal(m.what)
		}
		m.unchanged(t, before, after)
		return
	}
	m.made[role]++
	m.stamped(t, before, after, to, role)
	open := !after.Status.Over() || after.Status == order.RefundRequested
	if !open && (after.Status != order.Delivered || m.dice.IntN(2) == 0) {
		m.ids[at] = m.placeAny(t, m.dice.IntN(12)) // another one in its place
	}
}

// pay sends the payment of an order, which an admin then finds or does not find.
func (m *randomMoves) pay(t *testing.T, id int64) {
	t.Helper()
	m.what = "a payment"
	received := m.dice.IntN(3) > 0
	sent := m.Call(t, "POST", fmt.Sprintf("/orders/%d/offline-payment", id), `{"fields":{"number":"1"}}`, "X-Order-Token", m.Tokens.Tracking(id))
	decided := m.AsStaff(t, m.admin, "POST", fmt.Sprintf("/admin/offline-payments/%d", id), apitest.Fields{"sending": apitest.Read[paying](t, sent).OfflinePayment.Sending, "received": received, "reason": "Nothing has arrived"})
	after := m.read(t, id)
	if sent.Status != http.StatusOK || decided.Status != http.StatusOK || received != (after.PaymentStatus == "paid") {
		t.Fatalf("sent %d, decided %d: %s, received %t", sent.Status, decided.Status, after.PaymentStatus, received)
	}
	if received {
		m.made["payment"]++
	}
}

// ask makes a call in a role and returns where it wanted the order to go, and whether
// that is allowed.
func (m *randomMoves) ask(t *testing.T, o order.OrderDetails, role string) (order.Status, bool, apitest.Response) {
	t.Helper()
	tokens := map[string]string{"vendor": m.vendor, "rider": m.rider, "admin": m.admin}
	switch role {
	case "vendor", "rider", "admin":
		if role == "admin" && m.dice.IntN(4) > 0 && o.Status.Over() {
			return m.decide(t, o)
		}
		to := pick(m, statuses...)
		if next := o.NextMoves(order.Actor(role)); len(next) > 0 && m.dice.IntN(3) > 0 {
			to = next[0] // or few orders would get far
		}
		return to, mayMove(o.Order, to, role), m.move(t, tokens[role], role, o.ID, to, "reason", "A reason")
	}
	credentials := apitest.Bearer(m.customer.Token)
	if role != "customer" {
		token := m.Tokens.Tracking(o.ID)
		if role == "stranger" { // with the link of another order
			token = m.Tokens.Tracking(o.ID + 1)
		}
		credentials = []string{"X-Order-Token", token}
	}
	// Anybody who has the link of an order, as every guest has, may do what its customer may.
	holds := role == "link" || role == "customer" && o.ShopperID == m.customer.ShopperID
	to, path := order.RefundRequested, "refund"
	if m.dice.IntN(3) == 0 {
		to, path = order.Canceled, "cancel"
	}
	mayAsk := to != order.RefundRequested || o.CanRequestRefund()
	return to, holds && mayAsk && mayMove(o.Order, to, "shopper"), m.Call(t, "POST", fmt.Sprintf("/orders/%d/%s", o.ID, path), `{"reason":"other"}`, credentials...)
}

// decide gives back an order as an admin, or refuses to.
func (m *randomMoves) decide(t *testing.T, o order.OrderDetails) (order.Status, bool, apitest.Response) {
	t.Helper()
	to, approve := order.Delivered, m.dice.IntN(4) > 0
	if approve {
		to = order.Refunded
	}
	legal := o.Status == order.RefundRequested || approve && o.Status == order.Delivered
	return to, legal, m.AsStaff(t, m.admin, "POST", fmt.Sprintf("/admin/refunds/%d", o.ID), apitest.Fields{"approve": approve, "whole": approve, "reason": "A reason"})
}

// unchanged checks that a refused move left the order as it was.
func (m *randomMoves) unchanged(t *testing.T, before, after order.OrderDetails) {
	t.Helper()
	if after.Status != before.Status || len(after.Moves) != len(before.Moves) || after.UpdatedAt != before.UpdatedAt || len(after.Refunds) != len(before.Refunds) {
		t.Fatalf("%s: refused, and the order went from %+v to %+v", m.what, before, after)
	}
}

// stamped checks that a move says who made it, as what and when.
func (m *randomMoves) stamped(t *testing.T, before, after order.OrderDetails, to order.Status, role string) {
	t.Helper()
	names := map[string]string{"vendor": m.vendorStaff.Name, "rider": "Ravi", "admin": "Nadia"}
	actor := role
	if role == "link" || role == "customer" {
		actor = "shopper"
	}
	stamp := after.Moves[len(after.Moves)-1]
	if after.Status != to || len(after.Moves) != len(before.Moves)+1 || stamp.Status != to || string(stamp.Actor) != actor ||
		stamp.StaffName != names[role] || (stamp.StaffID == nil) != (names[role] == "") || stamp.At != m.Clock.Now().UnixMilli() {
		t.Fatalf("%s: stamped %+v", m.what, stamp)
	}
}

// wait lets some minutes pass. Orders for later become pending when their store must
// begin, orders that are not paid in time are canceled, and no other order changes.
func (m *randomMoves) wait(t *testing.T) {
	t.Helper()
	m.what = "the clock"
	var before []order.OrderDetails
	for _, id := range m.ids {
		before = append(before, m.read(t, id))
	}
	m.Clock.Advance(time.Duration(5+m.dice.IntN(20)) * time.Minute)
	m.AwaitJobs(t)
	for _, o := range before {
		after := m.read(t, o.ID)
		stamp := after.Moves[len(after.Moves)-1]
		if o.PaymentDueAt != nil && m.Clock.Now().UnixMilli() >= *o.PaymentDueAt {
			m.made["overdue"]++
			if after.Status != order.Canceled || stamp.Actor != order.BySystem || stamp.At != m.Clock.Now().UnixMilli() {
				t.Fatalf("an order that was not paid in time is %s, stamped %+v", after.Status, stamp)
			}
			continue
		}
		preparation := time.Duration(m.store.PreparationMinutes) * time.Minute
		if o.Status != order.Scheduled || m.Clock.Now().Before(time.UnixMilli(*o.ScheduleAt).Add(-preparation)) {
			m.unchanged(t, o, after)
			continue
		}
		m.made["clock"]++
		if after.Status != order.Pending || len(after.Moves) != len(o.Moves)+1 || stamp.Actor != order.BySystem || stamp.At != m.Clock.Now().UnixMilli() {
			t.Fatalf("an order for %d at %d: %s, stamped %+v", *o.ScheduleAt, m.Clock.Now().UnixMilli(), after.Status, stamp)
		}
	}
}

// Everybody asks for random moves of random orders. What the requirement does not allow
// is refused and changes nothing; what it allows is made, and stamped with the person, the
// role and the time. The clock moves what was ordered for later.
func TestMoves_ORD03_TRAP_O5_randomMovesByAllRoles(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		const seed, steps = 11, 1000
		m := p.randomMoves(t, seed)
		for n := range steps {
			if m.step(t); n%15 == 14 {
				m.wait(t)
			}
		}
		for _, role := range []string{"vendor", "rider", "admin", "link", "customer", "clock", "payment", "overdue"} {
			if m.made[role] < 3 {
				t.Errorf("few moves of a %s were made: %v", role, m.made)
			}
		}
		if r, err := verify.Run(t.Context(), p.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}

func (p *place) read(t *testing.T, id int64) order.OrderDetails {
	t.Helper()
	w, err := p.Orders.FindForStaff(t.Context(), order.Staff{Actor: order.ByAdmin}, id)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// together makes n calls at once and counts their statuses.
func together(n int, call func(i int) apitest.Response) map[int]int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	statuses := map[int]int{}
	for i := range n {
		wg.Go(func() {
			got := call(i)
			mu.Lock()
			defer mu.Unlock()
			statuses[got.Status]++
		})
	}
	wg.Wait()
	return statuses
}

func TestAccept_TRAP_O7_ofTwentyRidersOneWins(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		id := p.order(t, order.Delivery).ID
		for _, to := range []order.Status{order.Confirmed, order.Processing} {
			apitest.Read[seen](t, p.move(t, p.vendor, "vendor", id, to))
		}
		tokens := make([]string, 20)
		for i := range tokens {
			tokens[i] = p.SignInStaff(t, p.Rider(t, ordertest.ZoneID))
		}
		accept := func(i int) apitest.Response {
			return p.AsStaff(t, tokens[i], "POST", fmt.Sprintf("/rider/orders/%d/accept", id), nil)
		}
		if got := together(len(tokens), accept); got[http.StatusOK] != 1 || got[http.StatusConflict] != 19 {
			t.Errorf("statuses %v, want one 200 and 19 times 409", got)
		}
		again := 0
		for i := range tokens {
			if accept(i).Status == http.StatusOK {
				again++
			}
		}
		if own := p.read(t, id).RiderID; own == nil || again != 1 {
			t.Errorf("the rider is %v, %d have it", own, again)
		}
	})
}

func TestCancel_ORD05_TRAP_S5_twentyTimesAtOnceReturnsStockAndMoneyOnce(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		id := p.order(t, order.Delivery).ID
		got := together(20, func(i int) apitest.Response {
			switch i % 3 {
			case 0:
				return p.move(t, p.vendor, "vendor", id, order.Canceled, "reason", "Closed")
			case 1:
				return p.move(t, p.admin, "admin", id, order.Canceled, "reason", "Closed")
			}
			return p.Call(t, "POST", fmt.Sprintf("/orders/%d/cancel", id), `{"reason":"other"}`, "X-Order-Token", p.Tokens.Tracking(id))
		})
		if got[http.StatusOK] != 1 || got[http.StatusConflict] != 19 {
			t.Errorf("statuses %v, want one 200 and 19 times 409", got)
		}
		for what, query := range map[string]string{
			"returns":   `SELECT COUNT(*) FROM stock_moves WHERE reason = 'cancel'`,
			"reversals": `SELECT COUNT(*) FROM ledger_transfers WHERE kind = 'order_canceled'`,
			"stamps":    `SELECT COUNT(*) FROM order_moves WHERE status = 'canceled'`,
		} {
			if n := p.Number(t, query); n != 1 {
				t.Errorf("%d %s, want 1", n, what)
			}
		}
		if left := p.Number(t, `SELECT quantity FROM stock WHERE item_id = $1`, p.item.ID); left != 500 {
			t.Errorf("%d are left, want 500", left)
		}
		if r, err := verify.Run(t.Context(), p.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}
