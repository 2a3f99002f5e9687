package order

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/setting"
)

// MethodChange is another way to pay an order that waits for its payment (CHK-03).
type MethodChange struct {
	OrderID    int64
	By         Owner
	CustomerID int64 // whose wallet may pay; 0: a guest
	Method     string
	Gateway    string // id of a gateway or of an offline method
}

// ChangeMethod changes how an order is paid that waits for its payment. From the wallet
// it is paid at once. The time to pay never gets longer than that of the new method from
// the placing.
func (s *Service) ChangeMethod(ctx context.Context, c MethodChange) (OrderDetails, error) {
	if err := s.checkOwner(ctx, c.OrderID, c.By); err != nil {
		return OrderDetails{}, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return OrderDetails{}, fmt.Errorf("read settings: %w", err)
	}
	return s.changeLocked(ctx, c.OrderID, func(tx *db.Tx, o Order, at time.Time) error {
		switch {
		case o.PaymentStatus != "unpaid":
			return errs.New(errs.Conflict, "This order is paid already.")
		case !o.AwaitsPayment():
			return errs.New(errs.Conflict, "This order has ended.")
		case o.PaymentDueAt == nil:
			return errs.New(errs.Conflict, "Your payment is being checked. Please wait.")
		}
		if problem := s.checkOffered(c, o, settings); problem != nil {
			return problem
		}
		return s.changeMethod(ctx, tx, o, c, settings, at)
	})
}

// checkOffered refuses a way to pay that the owner does not offer.
func (s *Service) checkOffered(c MethodChange, o Order, settings setting.Settings) *errs.Error {
	offered := false
	switch c.Method {
	case CashOnDelivery:
		limit := settings.Checkout.CODMaximum
		offered = settings.Checkout.CashOnDelivery && (limit == 0 || o.ToPay() <= limit)
	case WalletPayment:
		offered = settings.Storefront.CustomerWallet && c.CustomerID != 0
	case OfflinePayment:
		_, offered = settings.Payments.Method(c.Gateway)
	case DigitalPayment:
		offered = slices.ContainsFunc(s.Gateways, func(g Gateway) bool { return g.ID == c.Gateway })
	}
	if offered {
		return nil
	}
	return errs.New(errs.Invalid, "This way to pay is not offered. Please choose another.").On(paymentField)
}

// Methods returns how an order may be paid now that waits for its payment; none if it
// waits for none. customerID is whose wallet may pay; 0: a guest.
func (s *Service) Methods(ctx context.Context, o Order, customerID int64) ([]string, error) {
	if !o.AwaitsPayment() || o.PaymentDueAt == nil {
		return nil, nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	if balance, err := ledger.Balance(ctx, s.DB.R, ledger.Wallet(customerID)); err != nil {
		return nil, err
	} else if balance < o.ToPay() {
		customerID = 0
	}
	var list []string
	for _, c := range []MethodChange{{Method: CashOnDelivery}, {Method: WalletPayment, CustomerID: customerID}} {
		if s.checkOffered(c, o, settings) == nil {
			list = append(list, c.Method)
		}
	}
	if len(s.Gateways) > 0 {
		list = append(list, DigitalPayment)
	}
	if len(settings.Payments.Offline) > 0 {
		list = append(list, OfflinePayment)
	}
	return list, nil
}

func (s *Service) changeMethod(ctx context.Context, tx *db.Tx, o Order, c MethodChange, settings setting.Settings, at time.Time) error {
	if c.Method == CashOnDelivery || c.Method == WalletPayment {
		c.Gateway = ""
	}
	if _, err := db.Exec(ctx, tx, `UPDATE orders SET payment_method = $2, payment_gateway = $3 WHERE id = $1`, o.ID, c.Method, c.Gateway); err != nil {
		return fmt.Errorf("change how an order is paid: %w", err)
	}
	switch c.Method {
	case CashOnDelivery:
		return s.setPaymentDue(ctx, tx, o.ID, time.Time{}, at)
	case WalletPayment:
		return o.payRestFromWallet(ctx, tx, c.CustomerID, at)
	}
	due := time.UnixMilli(max(*o.PaymentDueAt, time.UnixMilli(o.CreatedAt).Add(settings.Payments.TimeFor(c.Method == DigitalPayment)).UnixMilli()))
	return s.setPaymentDue(ctx, tx, o.ID, due, at)
}

// payRestFromWallet pays all that is not paid yet from a customer's wallet.
func (o Order) payRestFromWallet(ctx context.Context, tx *db.Tx, customerID int64, at time.Time) error {
	err := ledger.Post(ctx, tx, ledger.OrderPaid, ledger.Order(o.ID), at, paidEntries(ledger.Wallet(customerID), o.ToPay()))
	if errors.Is(err, ledger.ErrInsufficient) {
		return errs.New(errs.Conflict, "Your wallet has too little for this order.").On(paymentField)
	}
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		UPDATE orders SET payment_status = 'paid', wallet_part = total, payment_due_at = NULL, paid_at = $2, updated_at = $2 WHERE id = $1`, o.ID, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("pay an order from the wallet: %w", err)
	}
	return nil
}
