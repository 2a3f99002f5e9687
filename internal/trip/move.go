package trip

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"hawker/internal/booking"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/upload"
)

// CancelReasons are the reasons a shopper chooses from.
var CancelReasons = purchase.Reasons{
	{ID: "changed_mind", Text: "I changed my mind"},
	{ID: "mistake", Text: "I booked by mistake"},
	{ID: "other_plans", Text: "My plans have changed"},
	{ID: "too_long", Text: "It takes too long to be confirmed"},
	{ID: "other", Text: "Another reason"},
}

// maxReasonLength is that of a member of staff, in characters.
const maxReasonLength = 300

// Cancel cancels a trip for one of its owners, until its vehicles are handed over. What
// they have paid is given back as GivenBack says; expected is what they were told.
func (s *Service) Cancel(ctx context.Context, tripID int64, by purchase.Owner, reason string, expected *money.Amount) (Details, error) {
	if _, err := s.checkOwner(ctx, tripID, by); err != nil {
		return Details{}, err
	}
	reason, err := CancelReasons.TextOf(reason)
	if err != nil {
		return Details{}, err
	}
	return s.move(ctx, tripID, tripMove{to: Canceled, by: ByShopper, reason: reason, expected: expected})
}

// MoveBy makes a move for a member of staff, whose name it stamps. A trip that is not
// theirs does not exist for them. A cancellation needs a reason.
func (s *Service) MoveBy(ctx context.Context, who Staff, tripID int64, asked StaffMove) (Details, error) {
	if t, err := byID(ctx, s.DB.R, tripID); err != nil || !who.sees(t) {
		return Details{}, errUnknown
	}
	to, reason := asked.To, strings.TrimSpace(asked.Reason)
	switch {
	case utf8.RuneCountInString(reason) > maxReasonLength:
		return Details{}, errs.New(errs.Invalid, "This text is too long.").On("reason")
	case to == Canceled && reason == "":
		return Details{}, errs.New(errs.Invalid, "Please say why.").On("reason")
	}
	return s.move(ctx, tripID, tripMove{to: to, by: who.Actor, staff: &who, reason: reason, waiveLate: asked.WaiveLate, lateSeen: asked.LateCharge})
}

// tripMove is one move of a trip.
type tripMove struct {
	Trip
	to       Status
	by       Actor
	staff    *Staff // who of the staff; nil: nobody
	reason   string
	expected *money.Amount // what a shopper who cancels was told to get back; nil: not told
	at       time.Time
	today    setting.Rental // the settings

	waiveLate bool          // a late return is not charged
	lateSeen  *money.Amount // what the staff saw that it costs; nil: unknown
	toWallet  bool          // all that is refunded goes into the wallet
}

// statusWords are the statuses as a shopper reads them.
var statusWords = map[Status]string{
	Pending: "waiting", Confirmed: "confirmed", Ongoing: "under way", Completed: "completed", Canceled: "canceled", Refunded: "refunded",
}

// move makes a move of which only the trip and the time are missing. Of several moves at
// the same time one succeeds.
func (s *Service) move(ctx context.Context, tripID int64, m tripMove) (moved Details, err error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return moved, fmt.Errorf("read settings: %w", err)
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		t, err := lockTrip(ctx, tx, tripID)
		if err != nil {
			return err
		}
		m.Trip, m.at, m.today = t, s.Purchases.MoveTime(t.Purchase()), settings.Rental
		if m.by == BySystem {
			m.reason = t.lateReason()
		}
		if err := m.check(); err != nil {
			return err
		}
		if err := m.checkDriver(ctx, tx); err != nil {
			return err
		}
		if err := s.apply(ctx, tx, m); err != nil {
			return err
		}
		return s.changed(ctx, tx, t.ID)
	})
	if err != nil {
		return moved, err
	}
	return readDetails(ctx, s.DB.R, tripID)
}

func (m tripMove) check() error {
	switch {
	case !MayMove(m.Status, m.to, m.by):
		return errs.New(errs.Conflict, "The trip is %s already.", statusWords[m.Status])
	case m.to == Confirmed && m.AwaitsPayment():
		return errs.New(errs.Conflict, "The trip must be paid first.")
	case m.by == BySystem && !m.Purchase().PaymentOverdue(m.at) && !m.unconfirmed(m.at):
		return purchase.ErrNotOverdue
	case m.expected != nil && *m.expected != m.GivenBack(m.at, m.today.TripRules):
		return errs.New(errs.PriceChanged, "What you get back has changed meanwhile. Please look again.")
	case m.costsMoreThanSeen():
		return errs.New(errs.PriceChanged, "The charge for the late return has risen meanwhile. Please look again.").On("late_charge")
	}
	return nil
}

// costsMoreThanSeen reports whether a return would be charged for more than the staff have
// told the shopper.
func (m tripMove) costsMoreThanSeen() bool {
	if m.to != Completed || m.waiveLate || m.lateSeen == nil {
		return false
	}
	_, late := m.Late(m.at, m.today.TripRules)
	return late.Amount > *m.lateSeen
}

// apply carries the move out on a trip that is locked.
func (s *Service) apply(ctx context.Context, tx *db.Tx, m tripMove) error {
	back := m.givesBack()
	if err := m.update(ctx, tx, back); err != nil {
		return err
	}
	stamp := Move{Status: m.to, Actor: m.by, Reason: m.reason, At: m.at.UnixMilli()}
	if m.staff != nil {
		stamp.StaffID, stamp.StaffName = &m.staff.ID, m.staff.Name
	}
	if err := stamp.Insert(ctx, tx, purchase.Trip, m.ID); err != nil {
		return err
	}
	if m.to.Over() {
		if err := upload.PurchaseEnded(ctx, tx, m.ID, m.at); err != nil {
			return err
		}
	}
	switch m.to {
	case Ongoing:
		return m.handOver(ctx, tx)
	case Completed:
		if err := m.countTrips(ctx, tx); err != nil {
			return err
		}
		if err := s.settle(ctx, tx, m); err != nil {
			return err
		}
		return booking.Release(ctx, tx, m.ID, m.at)
	case Canceled, Refunded:
		if m.to == Canceled {
			if err := booking.Release(ctx, tx, m.ID, m.at); err != nil {
				return err
			}
		}
		if err := coupon.Free(ctx, tx, m.ID, m.at); err != nil {
			return err
		}
		return s.giveBack(ctx, tx, m, back)
	}
	return nil
}

func (m tripMove) subject() ledger.Subject { return purchase.Trip.Subject(m.ID) }

// givesBack is what the move gives back. Only a shopper who cancels late gets less than
// all.
func (m tripMove) givesBack() money.Amount {
	if m.to == Canceled && m.by == ByShopper {
		return m.GivenBack(m.at, m.today.TripRules)
	}
	return m.Total
}

// inPart tells that a part of what was paid is kept.
func (m tripMove) inPart(back money.Amount) bool {
	return m.PaymentStatus == purchase.Paid && back < m.Total
}

// update writes the status, and what becomes of the payment. Cash is paid when the
// vehicles are handed over.
func (m tripMove) update(ctx context.Context, tx *db.Tx, back money.Amount) error {
	status, started, returned, reason := m.PaymentStatus, m.StartedAt, m.ReturnedAt, m.CancelReason
	now := m.at.UnixMilli()
	switch m.to {
	case Ongoing:
		status, started = purchase.Paid, &now
	case Completed:
		returned = &now
	case Canceled, Refunded:
		reason = m.reason
		if status == purchase.Paid && !m.inPart(back) {
			status = purchase.Refunded
		}
	}
	_, err := db.Exec(ctx, tx, `
		UPDATE trips SET status = $2, payment_status = $3, started_at = $4, returned_at = $5, cancel_reason = $6, updated_at = $7,
			payment_due_at = CASE WHEN $8 THEN NULL ELSE payment_due_at END,
			refunded = CASE WHEN $9 THEN total ELSE refunded END
		WHERE id = $1`,
		m.ID, m.to, status, started, returned, reason, now, m.to.Over(), m.to == Refunded)
	if err != nil {
		return fmt.Errorf("move a trip: %w", err)
	}
	return nil
}

// giveBack books and sends what the shopper gets back.
func (s *Service) giveBack(ctx context.Context, tx *db.Tx, m tripMove, back money.Amount) error {
	kind := ledger.TripCanceled
	if m.to == Refunded {
		kind = ledger.TripRefunded
	}
	row := m.Purchase()
	if !m.inPart(back) {
		return s.Purchases.Reverse(ctx, tx, row, m.toWallet, kind, m.at)
	}
	if _, err := row.CountBack(ctx, tx, back, m.at); err != nil {
		return err
	}
	entries, err := row.BackEntries(ctx, tx, back, false)
	if err != nil {
		return err
	}
	shopPaid, err := m.couponOfShop(ctx, tx)
	if err != nil {
		return err
	}
	rest, of := back-m.Deposit, m.Total-m.Deposit
	tax, charge := m.Tax.MulRatio(int64(rest), int64(of)), m.AdditionalCharge.MulRatio(int64(rest), int64(of))
	entries = append(entries, ledger.Entry{Account: ledger.Deposits, Amount: m.Deposit}, ledger.Entry{Account: ledger.Tax, Amount: tax},
		ledger.Entry{Account: ledger.Charges, Amount: charge}, ledger.Entry{Account: ledger.Coupons, Amount: -shopPaid},
		ledger.Entry{Account: ledger.Provider(m.ProviderID), Amount: rest - tax - charge + shopPaid})
	if err := ledger.Post(ctx, tx, kind, m.subject(), m.at, entries); err != nil {
		return err
	}
	return s.Purchases.SendBack(ctx, tx, row, entries, m.at)
}

// couponOfShop returns what the shop has paid for the coupon. All of it goes back, because
// the coupon may be used again.
func (m tripMove) couponOfShop(ctx context.Context, tx *db.Tx) (money.Amount, error) {
	shopPays, err := ledger.Uses(ctx, tx, m.subject(), ledger.Coupons)
	if !shopPays { // the provider has paid for the coupon itself
		return 0, err
	}
	return m.CouponDiscount, err
}

// countTrips counts a trip that is completed for its provider and its vehicles. The
// provider's row is locked first: it stands before all of its vehicles.
func (m tripMove) countTrips(ctx context.Context, tx *db.Tx) error {
	_, err := db.Exec(ctx, tx, `UPDATE providers SET trip_count = trip_count + 1 WHERE id = $1`, m.ProviderID)
	if err != nil {
		return fmt.Errorf("count a trip: %w", err)
	}
	vehicles, err := db.Many[int64](ctx, tx, `SELECT vehicle_id FROM trip_lines WHERE trip_id = $1 ORDER BY vehicle_id`, m.ID)
	if err != nil {
		return fmt.Errorf("read the vehicles of a trip: %w", err)
	}
	for _, id := range vehicles { // one by one: every transaction locks them in this order
		if _, err := db.Exec(ctx, tx, `UPDATE vehicles SET trip_count = trip_count + 1 WHERE id = $1`, id); err != nil {
			return fmt.Errorf("count a trip of a vehicle: %w", err)
		}
	}
	return nil
}
