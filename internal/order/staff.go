package order

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"

	"github.com/huandu/go-sqlbuilder"
)

// Staff is the member of staff who asks, as their account says it.
type Staff struct {
	ID             int64
	Name           string
	Actor          Actor  // ByVendor, ByRider or ByAdmin
	StoreID        int64  // of a vendor
	ZoneID         int64  // of a rider
	Phone, Vehicle string // of a rider, for the shopper
}

// StaffMove is a move that a member of staff asks for.
type StaffMove struct {
	OrderID int64
	To      Status
	Reason  string        // required where the order ends without being delivered
	ReadyIn time.Duration // of a store that confirms: until the order is ready; 0: not said

	SoldOutLines []int64 // of a store that cancels: the lines of which it has no more
}

// Bounds of a StaffMove.
const (
	maxReasonLength = 300
	maxReadyIn      = 8 * time.Hour
)

func (m StaffMove) check(by Actor) error {
	switch {
	case utf8.RuneCountInString(m.Reason) > maxReasonLength:
		return invalid("reason", "This text is too long.")
	case (m.To == Canceled || m.To == Failed) && strings.TrimSpace(m.Reason) == "":
		return invalid("reason", "Please say why.")
	case m.ReadyIn < 0 || m.ReadyIn > maxReadyIn || m.ReadyIn > 0 && m.To != Confirmed:
		return invalid("preparation_minutes", "Minutes can only be given with a confirmation, at most 480.")
	case len(m.SoldOutLines) > 0 && (m.To != Canceled || by != ByVendor):
		return invalid("sold_out_lines", "Only a store that cancels an order can say what is sold out.")
	}
	return nil
}

// MoveBy is Move for a member of staff, whose id and name it stamps. An order that is
// not theirs does not exist for them.
func (s *Service) MoveBy(ctx context.Context, who Staff, m StaffMove) (OrderDetails, error) {
	if err := m.check(who.Actor); err != nil {
		// Of an order that is not theirs they learn nothing, not even by a wrong request.
		if _, unseen := s.FindForStaff(ctx, who, m.OrderID); unseen != nil {
			return OrderDetails{}, unseen
		}
		return OrderDetails{}, err
	}
	err := s.move(ctx, m.OrderID, statusMove{
		to: m.To, by: who.Actor, staff: &who, reason: strings.TrimSpace(m.Reason), readyIn: m.ReadyIn,
		soldOutLines: slices.Compact(slices.Sorted(slices.Values(m.SoldOutLines))),
	})
	if err != nil {
		return OrderDetails{}, err
	}
	return readDetails(ctx, s.DB.R, m.OrderID)
}

// FindForStaff returns an order to a member of staff who works on it: to a vendor of its
// store, to the rider who has accepted it or to whom it is offered, and to an admin.
// For anybody else it does not exist.
func (s *Service) FindForStaff(ctx context.Context, who Staff, orderID int64) (OrderDetails, error) {
	o, err := byID(ctx, s.DB.R, orderID)
	if err != nil {
		return OrderDetails{}, err
	}
	if !who.sees(o) {
		return OrderDetails{}, errUnknown
	}
	return readDetails(ctx, s.DB.R, orderID)
}

// sees tells whether the order is theirs to work on.
func (who Staff) sees(o Order) bool {
	switch who.Actor {
	case ByVendor:
		return o.StoreID != 0 && o.StoreID == who.StoreID // a parcel has none, nor has a provider's vendor
	case ByRider:
		return who.delivers(o) || who.isOffered(o)
	}
	return who.Actor == ByAdmin
}

// delivers tells whether the rider has accepted the order.
func (who Staff) delivers(o Order) bool { return o.RiderID != nil && *o.RiderID == who.ID }

// checkMove refuses a move of an order that is not theirs. Without a member of staff it
// refuses nothing.
func (who *Staff) checkMove(o Order) error {
	switch {
	case who == nil:
		return nil
	case !who.sees(o):
		return errUnknown
	case who.Actor == ByRider && !who.delivers(o):
		return errs.New(errs.Conflict, "Please accept this order first.")
	}
	return nil
}

// State is a part of the orders, as the lists of staff name it.
type State string

// The states.
const (
	StateNew       State = "new"       // to be confirmed, and waits for no payment
	StateWaiting   State = "waiting"   // to be confirmed once it is paid
	StateScheduled State = "scheduled" // for a later time
	StateRunning   State = "running"   // confirmed, and not yet over
	StateOpen      State = "open"      // new, waiting or running
	StatePast      State = "past"      // over
	StateRefund    State = "refund"    // a refund is requested
	StateAll       State = "all"
)

// awaitsPayment is AwaitsPayment in SQL, of an order that is not over.
const awaitsPayment = `(payment_method <> 'cash_on_delivery' AND payment_status = 'unpaid')`

// conditions are those of the states. Nearly all orders are over: an index has the others
// (openCondition). A list of those that are over finds the newest by going back from the end.
var conditions = map[State]string{
	StateNew:       `status = 'pending' AND NOT ` + awaitsPayment,
	StateWaiting:   `status = 'pending' AND ` + awaitsPayment,
	StateScheduled: `status = 'scheduled'`,
	StateRunning:   `status IN ('confirmed', 'processing', 'handover', 'picked_up')`,
	StateOpen:      `status IN ('pending', 'confirmed', 'processing', 'handover', 'picked_up')`,
	StatePast:      `NOT (` + openCondition + `)`,
	StateRefund:    `status = 'refund_requested'`,
}

// StaffFilter narrows a list of orders. Zero values narrow nothing.
type StaffFilter struct {
	State   State
	StoreID int64
	OrderID int64
	Phone   string // of the contact, as typed
}

// ListForStaff returns a page of the orders of a vendor's store, or for an admin of all
// stores, with lines and moves, and how many there are, at most db.MaxCounted. Open orders
// begin with the one that waits longest, all others with the newest.
func (s *Service) ListForStaff(ctx context.Context, who Staff, f StaffFilter, p catalog.Paging) (page []OrderDetails, total int, err error) {
	if who.Actor == ByVendor {
		if who.StoreID == 0 { // a provider's
			return nil, 0, nil
		}
		f.StoreID = who.StoreID
	}
	if f.Phone != "" {
		if f.Phone, err = s.ReadPhone(ctx, f.Phone); err != nil {
			return nil, 0, err
		}
	}
	query, args := f.from("id").Build()
	if total, err = db.CountUpTo(ctx, s.DB.R, db.MaxCounted, query, args...); err != nil {
		return nil, 0, fmt.Errorf("count orders: %w", err)
	}
	query, args = f.page(p).Build()
	page, err = s.listDetails(ctx, query, args...)
	return page, total, err
}

// page selects a page of the orders.
func (f StaffFilter) page(p catalog.Paging) *sqlbuilder.SelectBuilder {
	b := f.from(readColumns).Limit(p.Size).Offset((p.Number - 1) * p.Size)
	if f.State == StatePast || f.State == StateAll || f.State == "" {
		return b.OrderBy("id DESC")
	}
	return b.OrderBy("id")
}

// from selects columns of all the orders.
func (f StaffFilter) from(columns string) *sqlbuilder.SelectBuilder {
	b := sqlbuilder.PostgreSQL.NewSelectBuilder().Select(columns).From("orders")
	if condition, known := conditions[f.State]; known {
		b.Where(condition)
	}
	if f.StoreID != 0 {
		b.Where(b.Equal("store_id", f.StoreID))
	}
	if f.OrderID != 0 {
		b.Where(b.Equal("id", f.OrderID))
	}
	if f.Phone != "" {
		b.Where(b.Equal("contact_phone", f.Phone), "contact_phone <> ''")
	}
	return b
}

// listDetails reads the orders that a query selects, with their lines and moves.
func (s *Service) listDetails(ctx context.Context, query string, args ...any) ([]OrderDetails, error) {
	orders, err := db.Many[Order](ctx, s.DB.R, query, args...)
	if err != nil {
		return nil, fmt.Errorf("list orders: %w", err)
	}
	return detailsOf(ctx, s.DB.R, orders...)
}

// Details returns orders with their lines and moves, in the order of the ids. The caller
// checks who may see them.
func (s *Service) Details(ctx context.Context, ids []int64) ([]OrderDetails, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, args := db.InList(ids)
	found, err := s.listDetails(ctx, `SELECT `+readColumns+` FROM orders WHERE id IN `+list, args...)
	slices.SortFunc(found, func(x, y OrderDetails) int { return cmp.Compare(slices.Index(ids, x.ID), slices.Index(ids, y.ID)) })
	return found, err
}

// EnteredAt is when the order got its present status, Unix milliseconds.
func (w OrderDetails) EnteredAt() int64 {
	if len(w.Moves) == 0 {
		return w.CreatedAt
	}
	return w.Moves[len(w.Moves)-1].At
}

// StaffState is the state of an order that a member of staff works on.
type StaffState struct {
	ID                 int64
	Status             Status
	PrescriptionStatus PrescriptionStatus
	AwaitsPayment      bool
	Payment            string // how it is to be paid, and what the shopper has sent, while it awaits payment
	RiderID            *int64
	Offered            bool // to the rider who asks
}

// openCondition is true for orders that are not over. Indexes have the same condition, which
// SQLite compares word by word. NOT IN OverStatuses uses none of them.
const openCondition = `status IN ('scheduled', 'pending', 'confirmed', 'processing', 'handover', 'picked_up')`

// maxStates bounds StatesForStaff.
const maxStates = 500

// paymentState is the Payment of a StaffState in SQL.
const paymentState = `CASE WHEN awaits_payment THEN payment_method || ' ' || payment_gateway || COALESCE((
	SELECT ' ' || p.status || ' ' || p.sendings FROM offline_payments p WHERE p.purchase_id = theirs.id), '') ELSE '' END`

// StatesForStaff returns the states of the orders that the member works on and that are
// not over, and how many there are. Of more than maxStates they are those that changed
// last: with the total, every change is seen in them.
func (s *Service) StatesForStaff(ctx context.Context, who Staff) (states []StaffState, total int, err error) {
	const columns = `SELECT id, status, prescription_status, ` + awaitsPayment + ` AS awaits_payment,
		payment_method, payment_gateway, rider_id, updated_at, `
	const open = columns + `FALSE AS offered FROM orders WHERE ` + openCondition
	query, args := open, []any{maxStates}
	switch who.Actor {
	case ByVendor:
		query, args = open+` AND store_id = $2`, append(args, who.StoreID)
	case ByRider:
		query, args = columns+`rider_id IS NULL AS offered FROM orders
			WHERE `+offeredCondition+` AND zone_id = $2
			UNION ALL `+open+` AND rider_id = $3`, append(args, who.ZoneID, who.ID)
	}
	type row struct {
		StaffState
		Total int
	}
	rows, err := db.Many[row](ctx, s.DB.R, `
		SELECT id, status, prescription_status, awaits_payment, `+paymentState+` AS payment, rider_id, offered, COUNT(*) OVER () AS total
		FROM (`+query+`) AS theirs ORDER BY updated_at DESC, id DESC LIMIT $1`, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("read states of orders: %w", err)
	}
	for _, r := range rows {
		states, total = append(states, r.StaffState), r.Total
	}
	slices.SortFunc(states, func(x, y StaffState) int { return cmp.Compare(x.ID, y.ID) })
	return states, total, nil
}
