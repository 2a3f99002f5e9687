package purchase

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/setting"
)

// MethodChange is another way to pay a purchase that waits for its payment (CHK-03).
type MethodChange struct {
	ID         int64
	CustomerID int64 // whose wallet may pay; 0: a guest
	Method     string
	Gateway    string // id of a gateway or of an offline method
}

// ChangeMethod changes how a purchase is paid that waits for its payment. From the wallet
// it is paid at once. The time to pay never gets longer than that of the new method from
// the placing. The caller checks whose it is.
func (s *Service) ChangeMethod(ctx context.Context, c MethodChange) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		return s.changeLocked(ctx, tx, c.ID, func(r Row, at time.Time) error {
			switch {
			case !r.PaidFirst():
				return ErrCash(r.Kind)
			case r.PaymentStatus != Unpaid:
				return errs.New(errs.Conflict, "This %s is paid already.", r.Kind)
			case !r.AwaitsPayment():
				return errs.New(errs.Conflict, "This %s has ended.", r.Kind)
			case r.PaymentDueAt == nil:
				return errs.New(errs.Conflict, "Your payment is being checked. Please wait.")
			}
			if err := r.CheckPayable(at); err != nil {
				return err
			}
			if problem := s.checkOffered(c, r, settings); problem != nil {
				return problem
			}
			return s.changeMethod(ctx, tx, r, c, settings, at)
		})
	})
}

// ErrCash refuses what only a purchase that is paid first can have.
func ErrCash(k Kind) error { return errs.New(errs.Conflict, "This %s is paid in cash.", k) }

// checkOffered refuses a way to pay that the owner does not offer.
func (s *Service) checkOffered(c MethodChange, r Row, settings setting.Settings) *errs.Error {
	offered := false
	switch c.Method {
	case CashOnDelivery:
		limit := settings.Checkout.CODMaximum
		offered = settings.Checkout.CashOnDelivery && (limit == 0 || r.ToPay() <= limit)
	case WalletPayment:
		offered = settings.Storefront.CustomerWallet && c.CustomerID != 0
	case OfflinePayment:
		_, offered = settings.Payments.Method(c.Gateway)
	case DigitalPayment:
		if offered = has(s.Gateways, c.Gateway); offered && !has(Taking(s.Gateways, r.ToPay(), settings.Currency), c.Gateway) {
			return errs.New(errs.Invalid, CannotTake, settings.Currency.Money().Format(r.ToPay())).On(methodField)
		}
	}
	if offered {
		return nil
	}
	return errs.New(errs.Invalid, "This way to pay is not offered. Please choose another.").On(methodField)
}

// Methods returns how a purchase may be paid now that waits for its payment; none if it
// waits for none. customerID is whose wallet may pay; 0: a guest.
func (s *Service) Methods(ctx context.Context, r Row, customerID int64) ([]string, error) {
	if !r.AwaitsPayment() || r.PaymentDueAt == nil {
		return nil, nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	if balance, err := ledger.Balance(ctx, s.DB.R, ledger.Wallet(customerID)); err != nil {
		return nil, err
	} else if balance < r.ToPay() {
		customerID = 0
	}
	var list []string
	for _, c := range []MethodChange{{Method: CashOnDelivery}, {Method: WalletPayment, CustomerID: customerID}} {
		if s.checkOffered(c, r, settings) == nil {
			list = append(list, c.Method)
		}
	}
	if len(Taking(s.Gateways, r.ToPay(), settings.Currency)) > 0 {
		list = append(list, DigitalPayment)
	}
	if len(settings.Payments.Offline) > 0 {
		list = append(list, OfflinePayment)
	}
	return list, nil
}

func (s *Service) changeMethod(ctx context.Context, tx *db.Tx, r Row, c MethodChange, settings setting.Settings, at time.Time) error {
	if c.Method == CashOnDelivery || c.Method == WalletPayment {
		c.Gateway = ""
	}
	if err := r.setMethod(ctx, tx, c.Method, c.Gateway); err != nil {
		return err
	}
	switch c.Method {
	case CashOnDelivery:
		return s.setDue(ctx, tx, r, time.Time{}, at)
	case WalletPayment:
		return r.payRestFromWallet(ctx, tx, c.CustomerID, at)
	}
	due := time.UnixMilli(max(*r.PaymentDueAt, time.UnixMilli(r.CreatedAt).Add(settings.Payments.TimeFor(c.Method == DigitalPayment)).UnixMilli()))
	return s.setDue(ctx, tx, r, due, at)
}

// setMethod writes how a purchase is paid. Pages of a gateway that it no longer needs are
// closed like after every change.
func (r Row) setMethod(ctx context.Context, tx *db.Tx, method, gateway string) error {
	if _, err := db.Exec(ctx, tx, `UPDATE `+r.Kind.table()+` SET payment_method = $2, payment_gateway = $3 WHERE id = $1`, r.ID, method, gateway); err != nil {
		return fmt.Errorf("change how a purchase is paid: %w", err)
	}
	return nil
}

// payRestFromWallet pays all that is not paid yet from a customer's wallet.
func (r Row) payRestFromWallet(ctx context.Context, tx *db.Tx, customerID int64, at time.Time) error {
	err := ledger.Post(ctx, tx, r.Kind.Event("paid"), r.subject(), at, PaidEntries(ledger.Wallet(customerID), r.ToPay()))
	if errors.Is(err, ledger.ErrInsufficient) {
		return errs.New(errs.Conflict, "Your wallet has too little for this %s.", r.Kind).On(methodField)
	}
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		UPDATE `+r.Kind.table()+` SET payment_status = 'paid', wallet_part = total, payment_due_at = NULL, paid_at = $2, updated_at = $2 WHERE id = $1`,
		r.ID, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("pay from the wallet: %w", err)
	}
	return nil
}
