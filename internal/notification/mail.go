package notification

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/locale"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/pricing"
)

// Mail is one message to one person, plain text.
type Mail struct {
	To, Subject, Text string
	Language          string // of the text
	// Unsubscribe is a URL that switches these mails off by a POST (RFC 8058).
	Unsubscribe string
}

const mailJob = "notification.mail"

type mailBody struct{ ID int64 }

// mailed are the kinds that are also mailed: when the shopper may be elsewhere, and what
// they want to keep. Further steps of an order are in the bell alone.
var mailed = map[Kind]bool{
	OrderPlaced: true, OrderReady: true, OrderDelivered: true, OrderCollected: true, OrderCanceled: true,
	OrderNotDelivered: true, OrderNotCollected: true, OrderRefunded: true, RefundRefused: true, PaymentRefused: true,
	ParcelPlaced: true, ParcelDelivered: true, ParcelCanceled: true, ParcelNotDelivered: true,
	TripPlaced: true, TripConfirmed: true, TripCompleted: true, TripCanceled: true, TripRefunded: true, TripRefundRefused: true, LicenceRefused: true,
}

// withReceipt are the kinds whose mails have the lines and price rows of the order or trip.
var withReceipt = map[Kind]bool{
	OrderPlaced: true, OrderDelivered: true, OrderCollected: true, OrderCanceled: true, OrderRefunded: true,
	ParcelPlaced: true, ParcelDelivered: true, ParcelCanceled: true,
	TripPlaced: true, TripConfirmed: true, TripCompleted: true, TripCanceled: true, TripRefunded: true,
}

// CanMail reports whether mails with links can be sent.
func (s *Service) CanMail() bool { return s.Mail != nil && s.Origin != "" }

// enqueueMail plans the mail of a notification, in its transaction.
func (s *Service) enqueueMail(ctx context.Context, tx *db.Tx, id int64) error {
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: mailJob, Body: mailBody{id}, UniqueKey: fmt.Sprint(mailJob, ":", id)})
}

// mailing is a notification whose mail is being sent.
type mailing struct {
	ID         int64
	CustomerID int64
	Kind       Kind
	About
	Params db.JSON[Params]
}

// wanted is the condition that the customer wants such a mail.
func (m mailing) wanted() string {
	if _, id := m.purchase(); id == 0 {
		return wantsAlertMail + ` AND ` + wantsAlerts
	}
	return wantsOrderMail
}

// recipient is a customer as they get mails.
type recipient struct {
	ShopperID int64
	Email     string
	Language  string
}

// sendMail is the job that sends the mail of a notification. A mail that failed is tried
// again. If it is unknown whether a mail was sent, because the server ended meanwhile, it is
// not sent again. So it is claimed last: what fails before has surely sent nothing.
func (s *Service) sendMail(ctx context.Context, b mailBody) error {
	m, err := s.readMail(ctx, b.ID)
	if err != nil || m == nil {
		return err
	}
	mail, err := s.compose(ctx, *m)
	if err != nil {
		return err
	}
	if mail == nil {
		_, err := s.setMail(ctx, m.ID, "due", "sent")
		return err
	}
	switch claimed, err := s.setMail(ctx, m.ID, "due", "sending"); {
	case err != nil:
		return errors.Join(err, s.storeMail(ctx, m.ID, "due")) // the commit may have been done
	case !claimed:
		return nil
	}
	err = s.Mail(ctx, *mail)
	state := "sent"
	switch {
	case errs.Is(err, errs.Invalid): // trying again would change nothing
		s.Log.WarnContext(ctx, "a mail was refused", "notification", m.ID)
		state, err = "refused", nil
	case err != nil:
		state = "due"
	}
	return errors.Join(err, s.storeMail(ctx, m.ID, state))
}

// readMail returns nil if the mail is not due.
func (s *Service) readMail(ctx context.Context, id int64) (*mailing, error) {
	found, err := db.Many[mailing](ctx, s.DB.R, `
		SELECT id, customer_id, kind, order_id, trip_id, params FROM notifications WHERE id = $1 AND mail = 'due'`, id)
	if err != nil {
		return nil, fmt.Errorf("read a mail: %w", err)
	}
	if len(found) == 0 {
		return nil, nil
	}
	return &found[0], nil
}

// setMail changes the state of a mail, unless it has another one than from.
func (s *Service) setMail(ctx context.Context, id int64, from, to string) (changed bool, err error) {
	return s.setState(ctx, `UPDATE notifications SET mail = $3 WHERE id = $1 AND mail = $2`, id, from, to)
}

// storeMail stores what became of a claimed mail.
func (s *Service) storeMail(ctx context.Context, id int64, state string) error {
	return jobs.Store(ctx, func(ctx context.Context) error {
		_, err := s.setMail(ctx, id, "sending", state)
		return err
	})
}

// setState runs an update of the state of one message.
func (s *Service) setState(ctx context.Context, query string, args ...any) (changed bool, err error) {
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		n, err := db.Exec(ctx, tx, query, args...)
		changed = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("store the state of a message: %w", err)
	}
	return changed, nil
}

// compose returns the mail of a notification; nil if the customer has switched mails off
// meanwhile, has no verified e-mail any more, or was deleted.
func (s *Service) compose(ctx context.Context, m mailing) (*Mail, error) {
	to, err := db.Many[recipient](ctx, s.DB.R, `
		SELECT c.shopper_id, c.email, COALESCE(s.language, '') AS language FROM customers c LEFT JOIN notification_settings s ON s.customer_id = c.id
		WHERE c.id = $1 AND `+m.wanted(), m.CustomerID)
	if err != nil {
		return nil, fmt.Errorf("read who gets a mail: %w", err)
	}
	if len(to) == 0 || !s.CanMail() {
		return nil, nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	w := writer{texts: s.Texts, language: s.languageOf(to[0].Language, settings.Languages), currency: settings.Currency.Money()}
	text, err := s.textOf(ctx, w, m, to[0].ShopperID)
	if err != nil || text == "" {
		return nil, err
	}
	return &Mail{
		To: to[0].Email, Subject: w.title(m.Kind, m.Params.V), Text: locale.Lines(w.language, text), Language: w.language,
		Unsubscribe: fmt.Sprintf("%s/api/v1/notifications/unsubscribe?customer=%d&token=%s", s.Origin, m.CustomerID, s.Tokens.Unsubscribe(m.CustomerID)),
	}, nil
}

// textOf returns the text of a mail. It is empty if the order or trip is no longer theirs.
func (s *Service) textOf(ctx context.Context, w writer, m mailing, shopperID int64) (string, error) {
	if m.TripID != nil {
		return s.tripMail(ctx, w, m, shopperID)
	}
	if m.OrderID == nil {
		return s.alertText(w, m), nil
	}
	o, err := s.Orders.Find(ctx, *m.OrderID, order.Owner{ShopperID: shopperID})
	if errs.Is(err, errs.NotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return s.purchaseText(w, m, func(b *strings.Builder) { w.receipt(b, o) }), nil
}

// writer writes in the language of a customer.
type writer struct {
	texts    Texts
	language string
	currency money.Currency
}

func (w writer) text(id string, values ...string) string {
	return w.texts.Text(w.language, id, values...)
}

// title is the text of a notification.
func (w writer) title(k Kind, p Params) string {
	return w.text("notification."+string(k), "store", p.Store, "item", p.Item, "amount", w.currency.Format(p.Amount),
		"points", fmt.Sprint(p.Points), "order", fmt.Sprint(p.Order))
}

// purchaseText is the text of a mail about an order or a trip.
func (s *Service) purchaseText(w writer, m mailing, receipt func(b *strings.Builder)) string {
	var b strings.Builder
	b.WriteString(w.title(m.Kind, m.Params.V) + ".\n")
	if m.Params.V.Reason != "" {
		b.WriteString(w.text("notification_mail.reason", "reason", locale.Reason(w.language, m.Params.V.Reason)) + "\n")
	}
	b.WriteString("\n" + m.title(w) + "\n")
	if withReceipt[m.Kind] {
		b.WriteString("\n")
		receipt(&b)
	}
	open := "notification_mail.open"
	if m.TripID != nil {
		open = "notification_mail.open_trip"
	}
	fmt.Fprintf(&b, "\n%s\n%s\n", w.text(open), s.Origin+m.path())
	b.WriteString(s.footer(w))
	return b.String()
}

// alertText is the text of a mail about a wished thing.
func (s *Service) alertText(w writer, m mailing) string {
	p := m.Params.V
	return fmt.Sprintf("%s.\n\n%s\n%s\n", w.title(m.Kind, p), w.text("notification_mail.look"), s.Origin+alertPath(p)) + s.footer(w)
}

// alertPath is the page of what an alert is about.
func alertPath(p Params) string {
	path := fmt.Sprintf("/store/%s?module_id=%d", p.StoreSlug, p.ModuleID)
	switch {
	case p.ModuleType == "ecommerce" && p.ItemSlug != "":
		path = fmt.Sprintf("/product/%s?module_id=%d", p.ItemSlug, p.ModuleID)
	case p.ItemSlug != "":
		path += "&item=" + p.ItemSlug
	}
	return path
}

func (s *Service) footer(w writer) string {
	return fmt.Sprintf("\n%s\n%s/settings\n", w.text("notification_mail.settings"), s.Origin)
}

// receipt writes the lines and the price rows, those of every screen (M8).
func (w writer) receipt(b *strings.Builder, o order.OrderDetails) {
	for _, l := range o.Lines {
		name := l.Name
		if l.Options != "" {
			name += " (" + l.Options + ")"
		}
		fmt.Fprintf(b, "%d × %s: %s\n", l.Quantity, name, w.currency.Format(l.UnitPrice*money.Amount(l.Quantity)))
	}
	if p := o.Parcel.V; p.Quantity > 0 {
		fmt.Fprintf(b, "%d × %s\n", p.Quantity, p.Category)
	}
	w.rows(b, o.Rows())
}

// rows writes price rows after an empty line.
func (w writer) rows(b *strings.Builder, rows []pricing.Row) {
	b.WriteString("\n")
	for _, r := range rows {
		label := r.Name
		if label == "" {
			label = w.text(r.Label)
		}
		fmt.Fprintf(b, "%s: %s\n", label, w.amount(r))
	}
}

// amount is the amount of a price row as every screen shows it.
func (w writer) amount(r pricing.Row) string {
	if r.Code == pricing.RowDelivery && r.Amount == 0 {
		return w.text("price_row.free")
	}
	return w.currency.Format(r.Amount)
}
