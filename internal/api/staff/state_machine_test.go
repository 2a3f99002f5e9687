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
	"hawker/internal/verify"
)

// statuses are those that a move can ask for.
var statuses = []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered, order.Canceled, order.Failed, order.Refunded}

// allowed is the requirement in the test's own words: from, to, and who.
var allowed = map[string]string{
	"pending confirmed": "vendor admin", "pending canceled": "shopper vendor admin",
	"confirmed processing": "vendor admin", "confirmed canceled": "vendor admin",
	"processing handover": "vendor admin", "processing canceled": "admin", "handover canceled": "admin",
	"delivery handover picked_up": "rider admin", "picked_up delivered": "rider admin", "picked_up failed": "rider admin",
	"take_away handover delivered": "vendor admin", "take_away handover failed": "vendor admin",
}

// mayMove reads the requirement.
func mayMove(o order.Order, to order.Status, role string) bool {
	words := allowed[fmt.Sprint(o.Status, " ", to)] + " " + allowed[fmt.Sprint(o.Type, " ", o.Status, " ", to)]
	return slices.Contains(strings.Fields(words), role) && (role != "rider" || o.RiderID != nil)
}

// Everybody asks for random moves of random orders. What the requirement does not allow
// is refused and changes nothing; what it allows is made, and stamped with who, as what
// and when.
func TestMoves_ORD03_TRAP_O5_randomMovesByAllRoles(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		const seed, steps = 11, 400
		dice := rand.New(rand.NewPCG(seed, seed))
		var ids []int64
		for n := range 8 {
			kind := order.Delivery
			if n%2 == 1 {
				kind = order.TakeAway
			}
			ids = append(ids, p.order(t, kind).ID)
		}
		tokens := map[string]string{"vendor": p.vendor, "rider": p.rider, "admin": p.admin}
		names := map[string]string{"vendor": p.vendorStaff.Name, "rider": "Ravi", "admin": "Nadia"}
		made := map[string]int{}
		for step := range steps {
			p.Clock.Advance(time.Second)
			id, role, to := ids[dice.IntN(len(ids))], []string{"vendor", "rider", "admin", "shopper"}[dice.IntN(4)], statuses[dice.IntN(len(statuses))]
			before := p.read(t, id)
			if role == "rider" && before.RiderID == nil && dice.IntN(2) == 0 {
				p.AsStaff(t, p.rider, "POST", fmt.Sprintf("/rider/orders/%d/accept", id), nil)
				before = p.read(t, id)
			}
			if role == "admin" && dice.IntN(3) > 0 && (to == order.Canceled || to == order.Failed) {
				continue // or few orders would get far
			}
			var got apitest.Response
			if role == "shopper" {
				if to = order.Canceled; dice.IntN(4) > 0 {
					continue
				}
				got = p.Call(t, "POST", fmt.Sprintf("/orders/%d/cancel", id), `{"reason":"other"}`, "X-Order-Token", p.Tokens.Tracking(id))
			} else {
				got = p.move(t, tokens[role], role, id, to, "reason", "A reason")
			}
			after, legal := p.read(t, id), mayMove(before.Order, to, role)
			what := fmt.Sprintf("seed %d, step %d: %s of %s from %s to %s: %d", seed, step, role, before.Type, before.Status, to, got.Status)
			if legal != (got.Status == http.StatusOK) {
				t.Fatalf("%s, legal %t: %s", what, legal, got.Body)
			}
			if !legal {
				if got.Status != http.StatusConflict && got.Status != http.StatusNotFound || after.Status != before.Status || len(after.Moves) != len(before.Moves) || after.UpdatedAt != before.UpdatedAt {
					t.Fatalf("%s: refused, and the order went from %+v to %+v", what, before, after)
				}
				continue
			}
			made[role]++
			stamp := after.Moves[len(after.Moves)-1]
			if after.Status != to || len(after.Moves) != len(before.Moves)+1 || stamp.Status != to || string(stamp.Actor) != role ||
				stamp.StaffName != names[role] || (stamp.StaffID == nil) != (role == "shopper") || stamp.At != p.Clock.Now().UnixMilli() {
				t.Fatalf("%s: stamped %+v", what, stamp)
			}
			if after.Status.Over() { // another one in its place
				for i := range ids {
					if ids[i] == id {
						ids[i] = p.order(t, before.Type).ID
					}
				}
			}
		}
		for _, role := range []string{"vendor", "rider", "admin", "shopper"} {
			if made[role] == 0 {
				t.Errorf("no move of a %s was made: %v", role, made)
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
