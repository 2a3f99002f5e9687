package offlinepayment

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/upload"
)

// Service takes and checks payments. Safe for concurrent use.
type Service struct {
	DB        *db.DB
	Settings  *setting.Service
	Purchases *purchase.Service
}

// Send stores what an owner of a purchase says about their payment of it. Until it is
// checked it may be sent again, in the place of what was sent before, and also after it
// was refused. The purchase then waits for an admin, and no longer for its shopper; one that
// was to be paid through a gateway is now paid like this. The caller checks whose it is.
func (s *Service) Send(ctx context.Context, id int64, r Request) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	return s.Purchases.ChangePayment(ctx, id, func(tx *db.Tx, of purchase.Row, at time.Time) (purchase.Change, error) {
		method, err := r.send(ctx, tx, of, settings.Payments, at)
		return purchase.Change{OfflineMethod: method}, err
	})
}

// send writes a payment of a purchase whose row is locked. It returns the id of its method.
func (r Request) send(ctx context.Context, tx *db.Tx, of purchase.Row, offered setting.Payments, at time.Time) (string, error) {
	known, err := ofPurchase(ctx, tx, of.ID)
	switch {
	case err != nil:
		return "", err
	case of.PaymentStatus != purchase.Unpaid:
		return "", errs.New(errs.Conflict, "This %s is paid already.", of.Kind)
	case !of.AwaitsPayment():
		return "", errs.New(errs.Conflict, "This %s has ended. If you have paid already, please contact us: your money comes back.", of.Kind)
	case !known.canSend(of):
		return "", errs.New(errs.Conflict, "You have sent this payment many times. Please contact us.")
	}
	if err := of.CheckPayable(at); err != nil {
		return "", err
	}
	if r.Method == "" && of.PaymentMethod == purchase.OfflinePayment {
		r.Method = of.PaymentGateway
	}
	m, found := offered.Method(r.Method)
	if !found {
		return "", errs.New(errs.Invalid, "This way to pay is no longer offered. Please choose another.").On("method")
	}
	p := Payment{PurchaseID: of.ID, Method: m.ID, Name: m.Name, Status: Sent, Sendings: 1, SentAt: at.UnixMilli()}
	if p.Fields.V, err = r.fieldsOf(m); err != nil {
		return "", err
	}
	if p.Images.V, err = r.attach(ctx, tx, of, known, at); err != nil {
		return "", err
	}
	if known != nil {
		p.Sendings += known.Sendings
	}
	return m.ID, p.write(ctx, tx)
}

// attach attaches the images that were not sent with the payment before.
func (r Request) attach(ctx context.Context, tx *db.Tx, of purchase.Row, known *Payment, at time.Time) ([]string, error) {
	images := upload.Attachment{ShopperID: of.ShopperID, SenderID: r.SenderID, Purpose: upload.Proof, PurchaseID: of.ID, Field: "images"}
	for _, key := range r.Images {
		if known == nil || !slices.Contains(known.Images.V, key) {
			images.Keys = append(images.Keys, key)
		}
	}
	return append([]string{}, r.Images...), upload.Attach(ctx, tx, images, at)
}

// Decide takes an admin's answer. A payment that was received pays the purchase; what came
// for one that has ended is to be paid back. After a refusal the shopper has as much time
// again to pay.
func (s *Service) Decide(ctx context.Context, who Admin, d Decision) error {
	if d.Reason = strings.TrimSpace(d.Reason); utf8.RuneCountInString(d.Reason) > maxReasonLength || !d.Received && d.Reason == "" {
		return errs.New(errs.Invalid, "Please give a reason of at most %d characters.", maxReasonLength).On("reason")
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	return s.Purchases.ChangePayment(ctx, d.PurchaseID, func(tx *db.Tx, of purchase.Row, at time.Time) (purchase.Change, error) {
		change := purchase.Change{Received: d.Received}
		if !d.Received && of.AwaitsPayment() {
			change.DueAt = at.Add(settings.Payments.OfflineTime())
		}
		known, err := ofPurchase(ctx, tx, of.ID)
		if err == nil {
			err = d.check(known, of)
		}
		if err != nil {
			return change, err
		}
		return change, decide(ctx, tx, d, who, at)
	})
}

// PaidBack notes that an admin has sent back, or handed over, all that a purchase's shopper
// should get back, as they have seen it.
func (s *Service) PaidBack(ctx context.Context, who Admin, id int64, seen purchase.Owing) error {
	return s.Purchases.PayBack(ctx, id, seen, who.Name)
}

// Of returns what was sent for purchases, by purchase. Without one that is paid like this
// it reads nothing.
func (s *Service) Of(ctx context.Context, rows ...purchase.Row) (map[int64]*Payment, error) {
	var ids []int64
	for _, r := range rows {
		if r.PaymentMethod == purchase.OfflinePayment {
			ids = append(ids, r.ID)
		}
	}
	return ofPurchases(ctx, s.DB.R, ids)
}

// Find returns what was sent for a purchase; nil: nothing.
func (s *Service) Find(ctx context.Context, r purchase.Row) (*Payment, error) {
	if r.PaymentMethod != purchase.OfflinePayment {
		return nil, nil
	}
	return ofPurchase(ctx, s.DB.R, r.ID)
}

// Methods returns how a purchase may be paid now; nothing if its shopper may send no
// payment. p is what was sent before; nil: nothing.
func (s *Service) Methods(ctx context.Context, r purchase.Row, p *Payment) ([]setting.OfflineMethod, error) {
	if !p.canSend(r) {
		return nil, nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	return settings.Payments.Offline, nil
}

// List returns a page of the purchases whose payments need an admin, and how many there
// are.
func (s *Service) List(ctx context.Context, state State, p catalog.Paging) ([]Listed, int, error) {
	return list(ctx, s.DB.R, state, p)
}

// Erase removes what is personal from the payments of a customer's purchases (PROF-05).
func (s *Service) Erase(ctx context.Context, tx *db.Tx, customerID int64) error {
	const shopper = `(SELECT shopper_id FROM customers WHERE id = $1)`
	_, err := db.Exec(ctx, tx, `
		UPDATE offline_payments SET fields = '[]', images = '[]'
		WHERE purchase_id IN (SELECT id FROM orders WHERE shopper_id IN `+shopper+` UNION ALL SELECT id FROM trips WHERE shopper_id IN `+shopper+`)`, customerID)
	if err != nil {
		return fmt.Errorf("anonymize payments: %w", err)
	}
	return nil
}
