package offlinepayment

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/upload"
)

// Service takes and checks payments. Safe for concurrent use.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *setting.Service
	Orders   *order.Service
}

// Send stores what an owner of an order says about their payment of it. Until it is
// checked it may be sent again, in the place of what was sent before, and also after it
// was refused. The order then waits for an admin, and no longer for its shopper.
func (s *Service) Send(ctx context.Context, orderID int64, by order.Owner, r Request) (order.OrderDetails, error) {
	if _, err := s.Orders.Find(ctx, orderID, by); err != nil {
		return order.OrderDetails{}, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return order.OrderDetails{}, fmt.Errorf("read settings: %w", err)
	}
	return s.Orders.ChangePayment(ctx, orderID, func(tx *db.Tx, o order.Order, at time.Time) (purchase.Change, error) {
		return purchase.Change{}, r.send(ctx, tx, o, settings.Payments, at)
	})
}

// send writes a payment of an order whose row is locked.
func (r Request) send(ctx context.Context, tx *db.Tx, o order.Order, offered setting.Payments, at time.Time) error {
	known, err := ofOrder(ctx, tx, o.ID)
	switch {
	case err != nil:
		return err
	case o.PaymentStatus != "unpaid":
		return errPaid
	case !o.AwaitsPayment():
		return errEnded
	case !known.canSend(o):
		return errs.New(errs.Conflict, "You have sent this payment many times. Please contact us.")
	}
	if r.Method == "" {
		r.Method = o.PaymentGateway
	}
	m, found := offered.Method(r.Method)
	if !found {
		return errs.New(errs.Invalid, "This way to pay is no longer offered. Please choose another.").On("method")
	}
	p := Payment{PurchaseID: o.ID, Method: m.ID, Name: m.Name, Status: Sent, Sendings: 1, SentAt: at.UnixMilli()}
	if p.Fields.V, err = r.fieldsOf(m); err != nil {
		return err
	}
	if p.Images.V, err = r.attach(ctx, tx, o, known, at); err != nil {
		return err
	}
	if known != nil {
		p.Sendings += known.Sendings
	}
	return p.write(ctx, tx)
}

// attach attaches the images that were not sent with the payment before.
func (r Request) attach(ctx context.Context, tx *db.Tx, o order.Order, known *Payment, at time.Time) ([]string, error) {
	images := upload.Attachment{ShopperID: o.ShopperID, Purpose: upload.Proof, PurchaseID: o.ID, Field: "images"}
	for _, key := range r.Images {
		if known == nil || !slices.Contains(known.Images.V, key) {
			images.Keys = append(images.Keys, key)
		}
	}
	return append([]string{}, r.Images...), upload.Attach(ctx, tx, images, at)
}

// Decide takes an admin's answer. A payment that was received pays the order; what came
// for an order that has ended is to be paid back. After a refusal the shopper has as much
// time again to pay.
func (s *Service) Decide(ctx context.Context, who order.Staff, d Decision) (order.OrderDetails, error) {
	if err := s.checkAdmin(ctx, who, d.OrderID); err != nil {
		return order.OrderDetails{}, err
	}
	if d.Reason = strings.TrimSpace(d.Reason); utf8.RuneCountInString(d.Reason) > longestReason || !d.Received && d.Reason == "" {
		return order.OrderDetails{}, errs.New(errs.Invalid, "Please give a reason of at most %d characters.", longestReason).On("reason")
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return order.OrderDetails{}, fmt.Errorf("read settings: %w", err)
	}
	return s.Orders.ChangePayment(ctx, d.OrderID, func(tx *db.Tx, o order.Order, at time.Time) (purchase.Change, error) {
		change := purchase.Change{Received: d.Received}
		if !d.Received && o.AwaitsPayment() {
			change.DueAt = at.Add(settings.Payments.OfflineTime())
		}
		decided, err := decide(ctx, tx, d, who, at)
		if err == nil && !decided {
			err = errs.New(errs.Conflict, "No payment of this order is to be checked.")
		}
		return change, err
	})
}

// PaidBack notes that an admin has sent back all that an order's shopper should get back.
func (s *Service) PaidBack(ctx context.Context, who order.Staff, orderID int64) (order.OrderDetails, error) {
	if err := s.checkAdmin(ctx, who, orderID); err != nil {
		return order.OrderDetails{}, err
	}
	return s.Orders.PayBack(ctx, orderID, func(tx *db.Tx, o order.Order, at time.Time) error {
		if Owed(o) == 0 {
			return errs.New(errs.Conflict, "Nothing of this order is to be paid back.")
		}
		return repay(ctx, tx, orderID, who, at)
	})
}

// checkAdmin returns errs.NotFound to all but admins.
func (s *Service) checkAdmin(ctx context.Context, who order.Staff, orderID int64) error {
	if who.Actor != order.ByAdmin {
		who = order.Staff{}
	}
	_, err := s.Orders.FindForStaff(ctx, who, orderID)
	return err
}

// Of returns what was sent for orders, by order. Without an order that is paid like this
// it reads nothing.
func (s *Service) Of(ctx context.Context, orders ...order.Order) (map[int64]Payment, error) {
	var ids []int64
	for _, o := range orders {
		if o.PaymentMethod == purchase.OfflinePayment {
			ids = append(ids, o.ID)
		}
	}
	return ofOrders(ctx, s.DB.R, ids)
}

// Methods returns how an order may be paid now; nothing if its shopper may send no
// payment. p is what was sent before; nil: nothing.
func (s *Service) Methods(ctx context.Context, o order.Order, p *Payment) ([]setting.OfflineMethod, error) {
	if !p.canSend(o) {
		return nil, nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	return settings.Payments.Offline, nil
}

// List returns a page of the orders whose payments need an admin, and how many there are.
func (s *Service) List(ctx context.Context, state State, p catalog.Paging) ([]order.OrderDetails, int, error) {
	ids, total, err := idsOf(ctx, s.DB.R, state, p)
	if err != nil {
		return nil, 0, err
	}
	page, err := s.Orders.Details(ctx, ids)
	return page, total, err
}

// Erase removes what is personal from the payments of a customer's orders (PROF-05).
func (s *Service) Erase(ctx context.Context, tx *db.Tx, customerID int64) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE offline_payments SET fields = '[]', images = '[]'
		WHERE purchase_id IN (SELECT o.id FROM orders o JOIN customers c ON c.shopper_id = o.shopper_id WHERE c.id = $1)`, customerID)
	if err != nil {
		return fmt.Errorf("anonymize payments: %w", err)
	}
	return nil
}
