package order

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/upload"
)

// RefundStatus is the state of a refund.
type RefundStatus string

// The states of a refund.
const (
	RefundOpen     RefundStatus = "requested"
	RefundApproved RefundStatus = "approved"
	RefundRefused  RefundStatus = "refused"
)

// RefundReasons are the reasons a shopper chooses from (ORD-04).
var RefundReasons = []CancelReason{
	{"missing", "Something is missing"},
	{"wrong", "I got something else"},
	{"damaged", "It arrived damaged"},
	{"quality", "The quality was bad"},
	{"late", "It came too late"},
	{"other", "Another reason"},
}

// Refund is money that a shopper asks back, or was given back.
type Refund struct {
	ID        int64
	OrderID   int64
	Status    RefundStatus
	Reason    string
	Note      string                // of the shopper
	Images    db.JSON[[]string]     // keys of uploads
	Lines     db.JSON[[]RefundLine] // none: the whole order
	Amount    money.Amount          // that was given back
	Answer    string                // of who decided
	StaffID   *int64
	StaffName string
	CreatedAt int64  // Unix milliseconds
	DecidedAt *int64 // Unix milliseconds; nil: not yet
}

// RefundLine is how many units of an order's line.
type RefundLine struct {
	LineID   int64 `json:"line_id"`
	Quantity int64 `json:"quantity"`
}

// RefundRequest is what a shopper asks for.
type RefundRequest struct {
	Reason string // id or text of one of RefundReasons
	Note   string
	Images []string     // keys of uploads
	Lines  []RefundLine // none: the whole order
}

// RefundDecision is an admin's answer to a request. Of a delivered order without one, a
// yes gives money back that nobody has asked for.
type RefundDecision struct {
	OrderID int64
	Approve bool
	Lines   []RefundLine // instead of those asked for
	Whole   bool         // everything that is left, whatever was asked for
	Reason  string       // of a refusal, for the shopper

	ToWallet bool // instead of to where the money came from
}

const (
	// maxRefundRequests is how often the shopper of an order may ask.
	maxRefundRequests = 3
	longestRefundNote = 1000
)

var (
	errNotDelivered = errs.New(errs.Conflict, "Only a delivered order can be refunded.")
	errNothingLeft  = errs.New(errs.Conflict, "More was not paid than has been given back already.")
)

// CanRequestRefund reports whether the shopper may ask for money back.
func (w OrderDetails) CanRequestRefund() bool {
	return MayMove(w.Type, w.Status, RefundRequested, ByShopper) && w.PaymentStatus == "paid" && w.Refunded < w.Total && len(w.Refunds) < maxRefundRequests
}

// RequestRefund asks for money back for one of the owners of a delivered order (ORD-04).
func (s *Service) RequestRefund(ctx context.Context, orderID int64, by Owner, r RefundRequest) (OrderDetails, error) {
	if err := s.checkOwner(ctx, orderID, by); err != nil {
		return OrderDetails{}, err
	}
	at := slices.IndexFunc(RefundReasons, func(c CancelReason) bool { return c.ID == r.Reason || c.Text == r.Reason })
	if at < 0 {
		return OrderDetails{}, invalid("reason", "Please choose a reason.")
	}
	if r.Note = strings.TrimSpace(r.Note); utf8.RuneCountInString(r.Note) > longestRefundNote {
		return OrderDetails{}, invalid("note", "This text is too long.")
	}
	if err := upload.CheckCount(r.Images, "images"); err != nil {
		return OrderDetails{}, err
	}
	r.Reason = RefundReasons[at].Text
	if err := s.move(ctx, orderID, statusMove{to: RefundRequested, by: ByShopper, reason: r.Reason, refund: &r}); err != nil {
		return OrderDetails{}, err
	}
	return readDetails(ctx, s.DB.R, orderID)
}

// DecideRefund takes an admin's answer. Yes gives back what was asked for, or what the
// answer says; when nothing is left the order is refunded, and its stock and coupon come
// back (ORD-05). Every other answer makes the order delivered again. All that was given
// back never exceeds what was paid (O3).
func (s *Service) DecideRefund(ctx context.Context, who Staff, d RefundDecision) (OrderDetails, error) {
	d.Reason = strings.TrimSpace(d.Reason)
	if utf8.RuneCountInString(d.Reason) > longestReason || !d.Approve && d.Reason == "" {
		return OrderDetails{}, invalid("reason", "Please give a reason of at most 300 characters.")
	}
	err := db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		o, err := lockOrder(ctx, tx, d.OrderID)
		if err != nil {
			return err
		}
		if who.Actor != ByAdmin {
			return errUnknown
		}
		m := statusMove{Order: o, to: Delivered, by: who.Actor, staff: &who, reason: d.Reason, at: s.moveTime(o), service: s, toWallet: d.ToWallet}
		if o.Status != RefundRequested && (o.Status != Delivered || !d.Approve) || o.PaymentStatus != "paid" {
			return errNotDelivered
		}
		items, err := m.decideRefund(ctx, tx, d)
		if err != nil {
			return err
		}
		return s.orderChanged(ctx, tx, o, items)
	})
	if err != nil {
		return OrderDetails{}, err
	}
	return readDetails(ctx, s.DB.R, d.OrderID)
}

// decideRefund carries a decision out on an order that is locked. It returns the items
// whose stock was returned.
func (m statusMove) decideRefund(ctx context.Context, tx *db.Tx, d RefundDecision) ([]int64, error) {
	if !d.Approve {
		return m.apply(ctx, tx)
	}
	r, err := m.openRefund(ctx, tx)
	if err != nil {
		return nil, err
	}
	asked := r.Lines.V
	if len(d.Lines) > 0 {
		asked = d.Lines
	}
	if !d.Whole && len(asked) > 0 {
		part, err := m.partOf(ctx, tx, asked)
		if err != nil {
			return nil, err
		}
		if m.Refunded+part.amount < m.Total {
			return nil, m.givePart(ctx, tx, r.ID, part)
		}
	}
	if m.Refunded >= m.Total {
		return nil, errNothingLeft
	}
	m.to = Refunded
	return m.apply(ctx, tx)
}

// openRefund returns the open request, or a new one for what nobody has asked for.
func (m statusMove) openRefund(ctx context.Context, tx *db.Tx) (Refund, error) {
	if m.Status == RefundRequested {
		return readOpenRefund(ctx, tx, m.ID)
	}
	if m.reason == "" {
		return Refund{}, invalid("reason", "Please say why.")
	}
	id, err := insertRefund(ctx, tx, m.ID, RefundRequest{Reason: m.reason}, m.at)
	return Refund{ID: id}, err
}

// givePart gives money back for some units, and makes the order delivered again.
func (m statusMove) givePart(ctx context.Context, tx *db.Tx, refundID int64, p refundPart) error {
	if err := m.payBack(ctx, tx, p); err != nil {
		return err
	}
	entries, err := m.partEntries(ctx, tx, p)
	if err != nil {
		return err
	}
	if err = ledger.Post(ctx, tx, ledger.Refund(refundID), ledger.Order(m.ID), m.at, entries); err != nil {
		return err
	}
	if err := m.service.Purchases.SendBack(ctx, tx, m.Purchase(), entries, m.at); err != nil {
		return err
	}
	if _, err := m.closeRefund(ctx, tx, RefundApproved, &p); err != nil || m.Status == Delivered {
		return err
	}
	_, err = m.apply(ctx, tx)
	return err
}

// refundPart is what some units cost.
type refundPart struct {
	lines       []RefundLine
	amount, tax money.Amount
	coupon      money.Amount // that the shop paid for them
}

// partOf returns what units of an order's lines cost. All units of a line cost exactly
// what was paid for it, in however many parts they are given back.
func (m statusMove) partOf(ctx context.Context, tx *db.Tx, asked []RefundLine) (refundPart, error) {
	lines, err := readLines(ctx, tx, m.ID)
	if err != nil {
		return refundPart{}, err
	}
	if err := checkRefundLines(lines, asked); err != nil {
		return refundPart{}, err
	}
	shopPays, err := ledger.Uses(ctx, tx, ledger.Order(m.ID), ledger.Coupons)
	if err != nil {
		return refundPart{}, err
	}
	p := refundPart{lines: asked}
	for _, a := range asked {
		l := lines[slices.IndexFunc(lines, func(l Line) bool { return l.ID == a.LineID })]
		tax := l.unitsOf(l.Tax, a.Quantity)
		p.tax += tax
		p.amount += l.unitsOf(l.Total, a.Quantity)
		if !m.TaxIncluded {
			p.amount += tax
		}
		if shopPays {
			p.coupon += l.unitsOf(l.Coupon, a.Quantity)
		}
	}
	return p, nil
}

// unitsOf is the part of an amount of the line that belongs to its next units.
func (l Line) unitsOf(whole money.Amount, units int64) money.Amount {
	return whole.MulRatio(l.RefundedQuantity+units, l.Quantity) - whole.MulRatio(l.RefundedQuantity, l.Quantity)
}

// checkRefundLines refuses lines of another order, and more units than are left.
func checkRefundLines(lines []Line, asked []RefundLine) error {
	seen := map[int64]bool{}
	for _, a := range asked {
		at := slices.IndexFunc(lines, func(l Line) bool { return l.ID == a.LineID })
		switch {
		case at < 0 || seen[a.LineID] || a.Quantity < 1:
			return invalid("lines", "Please choose lines of this order, and how many of each.")
		case a.Quantity > lines[at].Quantity-lines[at].RefundedQuantity:
			return errs.New(errs.Conflict, "Fewer of %s are left to be refunded.", lines[at].Name).On("lines")
		}
		seen[a.LineID] = true
	}
	return nil
}

// partEntries book money that was given back for some units. Who earned it, or paid for
// the coupon, loses or gets it back.
func (m statusMove) partEntries(ctx context.Context, tx *db.Tx, p refundPart) ([]ledger.Entry, error) {
	back, err := m.Purchase().BackEntries(ctx, tx, p.amount, m.toWallet)
	return append(back,
		ledger.Entry{Account: ledger.Tax, Amount: p.tax},
		ledger.Entry{Account: ledger.Coupons, Amount: -p.coupon},
		ledger.Entry{Account: m.earner(), Amount: p.amount - p.tax + p.coupon},
	), err
}

// applyRefund keeps the refund of the order in step with its status: a request has one
// that is open, every move away from it closes it.
func (m statusMove) applyRefund(ctx context.Context, tx *db.Tx) error {
	switch {
	case m.to == RefundRequested:
		return m.keepRequest(ctx, tx)
	case m.to == Refunded:
		return m.refundRest(ctx, tx)
	case m.Status == RefundRequested:
		_, err := m.closeRefund(ctx, tx, RefundRefused, nil)
		return err
	}
	return nil
}

// refundRest gives everything back that is left, also if nobody has asked for it.
func (m statusMove) refundRest(ctx context.Context, tx *db.Tx) error {
	closed, err := m.closeRefund(ctx, tx, RefundApproved, nil)
	if err == nil && !closed {
		if _, err = insertRefund(ctx, tx, m.ID, RefundRequest{Reason: m.reason}, m.at); err == nil {
			_, err = m.closeRefund(ctx, tx, RefundApproved, nil)
		}
	}
	if err != nil {
		return err
	}
	return giveAllBack(ctx, tx, m.ID)
}

// keepRequest writes what the shopper asks for.
func (m statusMove) keepRequest(ctx context.Context, tx *db.Tx) error {
	r := RefundRequest{Reason: m.reason}
	if m.refund != nil {
		r = *m.refund
	}
	w, err := readDetails(ctx, tx, m.ID)
	if err != nil {
		return err
	}
	if w.Status = m.Status; !w.CanRequestRefund() {
		return errs.New(errs.Conflict, "A refund of this order can no longer be requested. Please contact the store.")
	}
	if err := checkRefundLines(w.Lines, r.Lines); err != nil {
		return err
	}
	images := upload.Attachment{ShopperID: m.ShopperID, Purpose: upload.Refund, PurchaseID: m.ID, Keys: r.Images, Field: "images"}
	if err := upload.Attach(ctx, tx, images, m.at); err != nil {
		return err
	}
	_, err = insertRefund(ctx, tx, m.ID, r, m.at)
	if errors.Is(err, db.ErrExists) {
		return errs.New(errs.Conflict, "A refund was requested already.")
	}
	return err
}
