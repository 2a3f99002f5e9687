package notification

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/licence"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/trip"
)

// tripState is what the notifications of a trip depend on: its last move, and whose trip it
// is.
type tripState struct {
	CustomerID      int64
	ShopperID       int64
	WantsMail       bool
	Status          trip.Status
	Provider        string
	MoveID          int64
	Actor           trip.Actor
	Reason          string
	PaymentDecided  string // received or refused; "": neither
	PaymentReason   string
	PaymentSendings int64
}

// tripKinds are the kinds of notifications of moves.
var tripKinds = map[trip.Status]Kind{
	trip.Pending: TripPlaced, trip.Confirmed: TripConfirmed, trip.Ongoing: TripStarted, trip.Completed: TripCompleted,
	trip.Canceled: TripCanceled, trip.Refunded: TripRefunded,
}

// TripChanged writes the notifications of the last change of a trip, as OrderChanged does
// of an order, and wakes the streams of its customer.
func (s *Service) TripChanged(ctx context.Context, tx *db.Tx, tripID int64) error {
	t, err := db.One[tripState](ctx, tx, `
		SELECT c.id AS customer_id, c.shopper_id, `+wantsOrderMail+` AS wants_mail, t.status, p.name AS provider, m.id AS move_id, m.actor, m.reason,
			COALESCE(CASE WHEN o.status <> 'sent' THEN o.status END, '') AS payment_decided, COALESCE(o.reason, '') AS payment_reason, COALESCE(o.sendings, 0) AS payment_sendings
		FROM trips t JOIN customers c ON c.shopper_id = t.shopper_id JOIN providers p ON p.id = t.provider_id
		LEFT JOIN notification_settings s ON s.customer_id = c.id LEFT JOIN offline_payments o ON o.purchase_id = t.id
		JOIN trip_moves m ON m.trip_id = t.id
		WHERE t.id = $1 AND c.erased_at IS NULL ORDER BY m.id DESC LIMIT 1`, tripID)
	if errors.Is(err, db.ErrNotFound) {
		return nil // of a guest
	}
	if err != nil {
		return fmt.Errorf("read what changed of a trip: %w", err)
	}
	var decided *refundState
	if t.Status == trip.Completed || t.Status == trip.Refunded {
		if decided, err = lastRefund(ctx, tx, `trip_id`, tripID); err != nil {
			return err
		}
	}
	for _, n := range t.events(tripID, decided) {
		n.customerID, n.TripID, n.mail = t.CustomerID, &tripID, t.WantsMail && mailed[n.kind]
		if _, err := s.insert(ctx, tx, n); err != nil {
			return err
		}
	}
	s.Orders.ShopperChanged(tx, t.ShopperID)
	return nil
}

// LicenceRefused writes that the provider of a trip has refused the licence of its driver.
func (s *Service) LicenceRefused(ctx context.Context, tx *db.Tx, tripID int64, found licence.Check) error {
	type driver struct {
		CustomerID, ShopperID int64
		WantsMail             bool
		Provider              string
	}
	d, err := db.One[driver](ctx, tx, `
		SELECT c.id AS customer_id, c.shopper_id, `+wantsOrderMail+` AS wants_mail, p.name AS provider
		FROM trips t JOIN customers c ON c.shopper_id = t.shopper_id JOIN providers p ON p.id = t.provider_id
		LEFT JOIN notification_settings s ON s.customer_id = c.id WHERE t.id = $1 AND c.erased_at IS NULL`, tripID)
	if errors.Is(err, db.ErrNotFound) {
		return nil // of a guest
	}
	if err != nil {
		return fmt.Errorf("read whose licence was refused: %w", err)
	}
	_, err = s.insert(ctx, tx, newNotification{
		customerID: d.CustomerID, event: fmt.Sprintf("licence:%d:%d:%d", found.LicenceID, found.ProviderID, found.CheckedAt), kind: LicenceRefused,
		About: About{TripID: &tripID}, params: Params{Store: d.Provider, Reason: found.Reason}, mail: d.WantsMail && mailed[LicenceRefused],
	})
	s.Orders.ShopperChanged(tx, d.ShopperID)
	return err
}

// events returns the notifications of the present state.
func (t tripState) events(tripID int64, decided *refundState) []newNotification {
	if decided != nil && t.Status == trip.Completed { // it came after the return, of which they know
		kind := TripRefunded
		if decided.Status == refund.Refused {
			kind = TripRefundRefused
		}
		return []newNotification{{event: fmt.Sprint("refund:", decided.ID), kind: kind, params: Params{Store: t.Provider, Reason: decided.Answer, Amount: decided.Amount}}}
	}
	var all []newNotification
	if t.Status == trip.Pending && t.PaymentDecided != "" {
		kind := PaymentReceived
		if t.PaymentDecided == "refused" {
			kind = PaymentRefused
		}
		all = append(all, newNotification{
			event: fmt.Sprintf("payment:%d:%d", tripID, t.PaymentSendings), kind: kind, params: Params{Store: t.Provider, Reason: t.PaymentReason},
		})
	}
	params := Params{Store: t.Provider, Reason: t.Reason}
	if decided != nil { // with everything that was left, it became refunded
		params.Amount = decided.Amount
	}
	return append(all, newNotification{event: fmt.Sprint("trip_move:", t.MoveID), kind: tripKinds[t.Status], params: params, seen: t.Actor == trip.ByShopper})
}

// tripMail is the text of a mail about a trip. It is empty if the trip is no longer theirs.
func (s *Service) tripMail(ctx context.Context, w writer, m mailing, shopperID int64) (string, error) {
	d, err := s.Trips.Find(ctx, *m.TripID, purchase.Owner{ShopperID: shopperID})
	if errs.Is(err, errs.NotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	zone, err := db.One[string](ctx, s.DB.R, `SELECT time_zone FROM zones WHERE id = $1`, d.ZoneID)
	if err != nil {
		return "", fmt.Errorf("read the time zone of a trip: %w", err)
	}
	return s.purchaseText(w, m, func(b *strings.Builder) { w.tripReceipt(b, d, catalog.Location(zone)) }), nil
}

// tripReceipt writes when and where, the vehicles and the price rows. What has happened takes
// the place of the plan. Times are those of the provider's zone.
func (w writer) tripReceipt(b *strings.Builder, d trip.Details, zone *time.Location) {
	at := func(ms int64) string { return time.UnixMilli(ms).In(zone).Format("2006-01-02 15:04") }
	pickup, from, back, until := "notification_mail.pickup", d.PickupAt, "notification_mail.return", d.ReturnAt
	if d.StartedAt != nil {
		pickup, from = "notification_mail.picked_up", *d.StartedAt
	}
	if d.ReturnedAt != nil {
		back, until = "notification_mail.returned", *d.ReturnedAt
	}
	fmt.Fprintf(b, "%s\n%s\n\n", w.text(pickup, "place", d.Pickup.V.Name, "time", at(from)), w.text(back, "time", at(until)))
	for _, l := range d.Lines {
		fmt.Fprintf(b, "%d × %s: %s\n", l.Quantity, l.Name, w.currency.Format(l.Gross()))
	}
	w.rows(b, d.Rows())
}
