package trip

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"hawker/internal/catalog"
	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/money"
)

// Staff is the member of staff who asks, as their account says it.
type Staff struct {
	ID         int64
	Name       string
	Actor      Actor // ByVendor or ByAdmin
	ProviderID int64 // of a vendor
}

// sees tells whether the trip is theirs to work on.
func (who Staff) sees(t Trip) bool {
	return who.Actor == ByAdmin || who.Actor == ByVendor && who.ProviderID != 0 && who.ProviderID == t.ProviderID
}

// StaffMove is a move that a member of staff asks for.
type StaffMove struct {
	To         Status
	Reason     string
	WaiveLate  bool          // of a return: it is not charged for being late
	LateCharge *money.Amount // what they saw that a late return costs; nil: unknown
}

// State is a list of trips that staff work on.
type State string

// The states.
const (
	ToConfirm   State = "new"     // wait to be confirmed, and for no payment; the longest waiting first
	Open        State = "open"    // not over; the next pickup first
	Past        State = "past"    // over; the newest first
	Waiting     State = "waiting" // for their payment
	RefundAsked State = "refund"  // their shoppers have asked for money back; the longest waiting first
)

// conditions and orders are those of the states.
var (
	conditions = map[State]string{
		ToConfirm: underWay + ` AND status = 'pending' AND (payment_status = 'paid' OR payment_method = 'cash_on_delivery')`, Waiting: underWay + ` AND status = 'pending' AND payment_status = 'unpaid' AND payment_method <> 'cash_on_delivery'`,
		Open: underWay, Past: isOver,
		RefundAsked: `status = 'completed' AND id IN (SELECT trip_id FROM refunds WHERE trip_id IS NOT NULL AND status = 'requested')`,
	}
	orders = map[State]string{ToConfirm: `created_at, id`, Waiting: `created_at, id`, Open: `pickup_at, id`, Past: `updated_at DESC, id DESC`, RefundAsked: `updated_at, id`}
)

// StaffFilter selects trips of a state. The zero values select all of them.
type StaffFilter struct {
	State  State
	TripID int64
	Phone  string // of the contact, as typed
}

// StaffList returns a page of the trips that a member of staff works on, and how many there
// are, at most db.MaxCounted.
func (s *Service) StaffList(ctx context.Context, who Staff, f StaffFilter, p catalog.Paging) ([]Details, int, error) {
	where, known := conditions[f.State]
	if !known {
		return nil, 0, errs.New(errs.Invalid, "There is no such list.").On("state")
	}
	var args []any
	and := func(condition string, value any) {
		args = append(args, value)
		where += fmt.Sprintf(` AND `+condition, len(args))
	}
	if who.Actor != ByAdmin {
		and(`provider_id = $%d`, who.ProviderID)
	}
	if f.TripID != 0 {
		and(`id = $%d`, f.TripID)
	}
	if f.Phone != "" {
		phone, err := s.readPhone(ctx, f.Phone)
		if err != nil {
			return nil, 0, err
		}
		and(`contact_phone <> '' AND contact_phone = $%d`, phone)
	}
	return s.page(ctx, where, orders[f.State], p, args...)
}

// readPhone returns a phone as trips store it: as E.164, or as it was typed when it is not a
// phone number.
func (s *Service) readPhone(ctx context.Context, typed string) (string, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return "", fmt.Errorf("read settings: %w", err)
	}
	if number, ok := contact.ParsePhone(typed, settings.Location.Country); ok {
		return string(number), nil
	}
	return typed, nil
}

// Details returns trips with their lines and moves, in the order of the ids. The caller
// checks who may see them.
func (s *Service) Details(ctx context.Context, ids []int64) ([]Details, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, args := db.InList(ids)
	trips, err := db.Many[Trip](ctx, s.DB.R, `SELECT `+readColumns+` FROM trips WHERE id IN `+list, args...)
	if err != nil {
		return nil, fmt.Errorf("read trips: %w", err)
	}
	slices.SortFunc(trips, func(x, y Trip) int { return cmp.Compare(slices.Index(ids, x.ID), slices.Index(ids, y.ID)) })
	return detailsOf(ctx, s.DB.R, trips)
}

// FindForStaff returns a trip to a member of staff who works on it. For anybody else it
// does not exist.
func (s *Service) FindForStaff(ctx context.Context, who Staff, tripID int64) (Details, error) {
	d, err := readDetails(ctx, s.DB.R, tripID)
	if err != nil || !who.sees(d.Trip) {
		return Details{}, errUnknown
	}
	return d, nil
}
