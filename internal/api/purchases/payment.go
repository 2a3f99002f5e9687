package purchases

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/payment"
	"hawker/internal/purchase"
	"hawker/internal/translation"
)

// Page is what the page of a gateway is opened for.
type Page struct {
	Of        purchase.Row
	Title     string
	Email     string // of the shopper
	ReturnURL string
	Language  string
}

// OpenPage returns the page on which something is paid; "" if it is not paid on one.
func (s *Service) OpenPage(ctx context.Context, page Page) (string, error) {
	of := page.Of
	if !of.AwaitsPayment() || of.PaymentMethod != purchase.DigitalPayment {
		return "", nil
	}
	expires := s.Purchases.Clock.Now().Add(time.Minute)
	if of.PaymentDueAt != nil {
		expires = time.UnixMilli(*of.PaymentDueAt)
	}
	p, err := s.Payments.Begin(ctx, payment.Start{
		Gateway: of.PaymentGateway, PurchaseID: of.ID, Amount: of.ToPay(), Title: page.Title, Email: page.Email,
		Language: page.Language, ReturnURL: page.ReturnURL, ExpiresAt: expires,
	})
	return p.URL, err
}

// OpenPlaced is OpenPage for what was just placed. A gateway that cannot be reached does
// not undo it: its page offers to try again.
func (s *Service) OpenPlaced(ctx context.Context, page Page) string {
	link, err := s.OpenPage(ctx, page)
	if err != nil {
		slog.WarnContext(ctx, "could not open a payment page", "purchase", page.Of.ID, "cause", errors.Unwrap(err))
	}
	return link
}

// ViewBuilder makes the views of how purchases are paid.
func (s *Service) ViewBuilder(ctx context.Context) (view.PurchasePaymentBuilder, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return view.PurchasePaymentBuilder{}, err
	}
	directory, err := s.Catalog.Directory(ctx)
	if err != nil {
		return view.PurchasePaymentBuilder{}, err
	}
	return view.PurchasePaymentBuilder{
		Money: settings.Currency.Money(), Currency: settings.Currency, Settings: settings.Payments, Gateways: s.Purchases.Gateways,
		Texts: directory.Texts(ctx), Language: translation.Language(ctx),
	}, nil
}

// View returns how a purchase is paid, and may be paid by the session's customer.
func (s *Service) View(ctx context.Context, r purchase.Row, cash view.CashPaid) (v view.PurchasePaymentView, err error) {
	b, err := s.ViewBuilder(ctx)
	if err != nil {
		return v, err
	}
	sent, err := s.OfflinePayments.Find(ctx, r)
	if err != nil {
		return v, err
	}
	v = b.View(r, cash, sent)
	if r.PaymentMethod == purchase.DigitalPayment {
		notSent, err := s.Payments.NotSent(ctx, r.ID)
		if err != nil {
			return v, err
		}
		b.SetNotSent(&v, notSent)
	}
	methods, err := s.OfflinePayments.Methods(ctx, r, sent)
	if err != nil {
		return v, err
	}
	v.OfflineMethods = view.OfflineMethods(methods, b.Texts)
	payable, err := s.Purchases.Methods(ctx, r, call.Session(ctx).CustomerID)
	v.PaymentMethods = view.NonNil(payable)
	return v, err
}
