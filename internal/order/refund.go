package order

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/upload"
)

var errNotDelivered = errs.New(errs.Conflict, "Only a delivered order can be refunded.")

// CanRequestRefund reports whether the shopper may ask for money back.
func (w OrderDetails) CanRequestRefund() bool {
	return w.MayMove(RefundRequested, ByShopper) && w.PaymentStatus == "paid" && w.Refunded < w.Total && !w.isAnonymous() && refund.MayAsk(w.Refunds)
}

// RequestRefund asks for money back for one of the owners of a delivered order (ORD-04).
func (s *Service) RequestRefund(ctx context.Context, orderID int64, by Owner, r refund.Request) (OrderDetails, error) {
	if err := s.checkOwner(ctx, orderID, by); err != nil {
		return OrderDetails{}, err
	}
	r, err := r.Checked(purchase.Order)
	if err != nil {
		return OrderDetails{}, err
	}
	if err := s.move(ctx, orderID, statusMove{to: RefundRequested, by: ByShopper, reason: r.Reason, refund: &r}); err != nil {
		return OrderDetails{}, err
	}
	return readDetails(ctx, s.DB.R, orderID)
}

// DecideRefund takes an admin's answer. Yes gives back what was asked for, or what the
// answer says; when nothing is left the order is refunded, and its stock and coupon come
// back (ORD-05). Every other answer makes the order delivered again. All that was given
// back never exceeds what was paid (O3).
func (s *Service) DecideRefund(ctx context.Context, who Staff, d refund.Decision) (OrderDetails, error) {
	d, err := d.Checked(ctx, s.Purchases)
	if err != nil {
		return OrderDetails{}, err
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		o, err := lockOrder(ctx, tx, d.PurchaseID)
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
	return readDetails(ctx, s.DB.R, d.PurchaseID)
}

// decideRefund carries a decision out on an order that is locked. It returns the items
// whose stock was returned.
func (m statusMove) decideRefund(ctx context.Context, tx *db.Tx, d refund.Decision) ([]int64, error) {
	if err := d.CheckSeen(ctx, tx, purchase.Order, m.Refunded); err != nil {
		return nil, err
	}
	if !d.Approve {
		return m.apply(ctx, tx)
	}
	r, err := d.FindOrInsert(ctx, tx, purchase.Order, m.at)
	if err != nil {
		return nil, err
	}
	lines, amount := d.Part(r.Lines.V)
	left := m.Total - m.Refunded
	if len(lines) > 0 {
		part, err := m.partOf(ctx, tx, lines)
		if err != nil {
			return nil, err
		}
		switch {
		case part.Amount > left: // an amount of them was given back before
			return nil, refund.ErrTooMuch
		case part.Amount < left:
			return nil, m.giveLines(ctx, tx, r.ID, part)
		}
	}
	switch {
	case left <= 0:
		return nil, refund.ErrNothingLeft
	case amount > left:
		return nil, refund.ErrTooMuch
	case amount > 0 && amount < left:
		return nil, m.giveAmount(ctx, tx, r.ID, amount)
	}
	m.to = Refunded
	return m.apply(ctx, tx)
}

// giveLines gives money back for some units, and makes the order delivered again.
func (m statusMove) giveLines(ctx context.Context, tx *db.Tx, refundID int64, p refund.Part) error {
	if err := m.countUnits(ctx, tx, p.Lines); err != nil {
		return err
	}
	all, err := refund.ByPurchase(ctx, tx, purchase.Order, m.ID)
	if err != nil {
		return err
	}
	give := m.giveUnits
	if slices.ContainsFunc(all[m.ID], func(r refund.Refund) bool { return r.ByAmount }) {
		give = m.giveShares // the store and the tax have given a part of these units already
	}
	if err := give(ctx, tx, refundID, p); err != nil {
		return err
	}
	return m.approvePart(ctx, tx, refund.Given{Amount: p.Amount, Lines: p.Lines})
}

// giveUnits takes the price of units from the accounts that earned it.
func (m statusMove) giveUnits(ctx context.Context, tx *db.Tx, refundID int64, p refund.Part) error {
	counted, err := m.Purchase().CountBack(ctx, tx, p.Amount, m.at)
	if err != nil {
		return err
	}
	if !counted {
		return refund.ErrNothingLeft
	}
	entries, err := m.partEntries(ctx, tx, p)
	if err != nil {
		return err
	}
	if err = m.service.Purchases.CheckSendBack(ctx, tx, m.Purchase(), entries); err != nil {
		return err
	}
	if err = ledger.Post(ctx, tx, ledger.Refund(refundID), ledger.Order(m.ID), m.at, entries); err != nil {
		return err
	}
	return m.service.Purchases.SendBack(ctx, tx, m.Purchase(), entries, m.at)
}

// giveShares takes what units cost from all who have earned from the order.
func (m statusMove) giveShares(ctx context.Context, tx *db.Tx, refundID int64, p refund.Part) error {
	return m.service.Purchases.GivePart(ctx, tx, m.Purchase(), p.Amount, m.toWallet, ledger.Refund(refundID), m.at)
}

// giveAmount gives an amount back, and makes the order delivered again.
func (m statusMove) giveAmount(ctx context.Context, tx *db.Tx, refundID int64, amount money.Amount) error {
	if err := m.giveShares(ctx, tx, refundID, refund.Part{Amount: amount}); err != nil {
		return err
	}
	return m.approvePart(ctx, tx, refund.Given{Amount: amount, ByAmount: true})
}

// approvePart closes the refund, and makes an order whose refund was requested delivered
// again.
func (m statusMove) approvePart(ctx context.Context, tx *db.Tx, given refund.Given) error {
	if err := m.answer().Approve(ctx, tx, purchase.Order, m.ID, given); err != nil || m.Status == Delivered {
		return err
	}
	_, err := m.apply(ctx, tx)
	return err
}

// partOf returns what units of an order's lines cost.
func (m statusMove) partOf(ctx context.Context, tx *db.Tx, asked []refund.Line) (refund.Part, error) {
	lines, err := linesOf(ctx, tx, m.ID)
	if err != nil {
		return refund.Part{}, err
	}
	p, err := refund.PartOf(sold(lines[m.ID]), asked, m.TaxIncluded)
	if err != nil {
		return refund.Part{}, err
	}
	shopPays, err := ledger.Uses(ctx, tx, ledger.Order(m.ID), ledger.Coupons)
	if !shopPays { // the store has paid for the coupon itself
		p.Coupon = 0
	}
	return p, err
}

// sold are lines as package refund takes them.
func sold(lines []Line) []refund.Sold {
	all := make([]refund.Sold, len(lines))
	for i, l := range lines {
		all[i] = refund.Sold{LineID: l.ID, Name: l.Name, Quantity: l.Quantity, Refunded: l.RefundedQuantity, Total: l.Total, Tax: l.Tax, Coupon: l.Coupon}
	}
	return all
}

// partEntries book money that was given back for some units. An account that earned it
// loses it; an account that paid for the coupon gets that back.
func (m statusMove) partEntries(ctx context.Context, tx *db.Tx, p refund.Part) ([]ledger.Entry, error) {
	back, err := m.Purchase().BackEntries(ctx, tx, p.Amount, m.toWallet)
	return append(back,
		ledger.Entry{Account: ledger.Tax, Amount: p.Tax},
		ledger.Entry{Account: ledger.Coupons, Amount: -p.Coupon},
		ledger.Entry{Account: m.earner(), Amount: p.Amount - p.Tax + p.Coupon},
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
		_, err := m.answer().Refuse(ctx, tx, purchase.Order, m.ID)
		return err
	}
	return nil
}

// refundRest gives everything back that is left, with the refund that is open.
func (m statusMove) refundRest(ctx context.Context, tx *db.Tx) error {
	if err := m.answer().Approve(ctx, tx, purchase.Order, m.ID, refund.Given{Amount: m.Total - m.Refunded}); err != nil {
		return err
	}
	return giveAllBack(ctx, tx, m.ID)
}

// keepRequest writes what the shopper asks for.
func (m statusMove) keepRequest(ctx context.Context, tx *db.Tx) error {
	r := refund.Request{Reason: m.reason}
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
	if err := refund.CheckLines(sold(w.Lines), r.Lines); err != nil {
		return err
	}
	images := upload.Attachment{ShopperID: m.ShopperID, SenderID: r.SenderID, Purpose: upload.Refund, PurchaseID: m.ID, Keys: r.Images, Field: "images"}
	if err := upload.Attach(ctx, tx, images, m.at); err != nil {
		return err
	}
	_, err = refund.Insert(ctx, tx, purchase.Order, m.ID, r, m.at)
	return err
}

// answer is what is stored of the decision about a refund.
func (m statusMove) answer() refund.Answer {
	a := refund.Answer{Reason: m.reason, At: m.at}
	if m.staff != nil {
		a.StaffID, a.StaffName = &m.staff.ID, m.staff.Name
	}
	return a
}

// countUnits counts units that were given back. The database refuses more than were
// ordered.
func (m statusMove) countUnits(ctx context.Context, tx *db.Tx, lines []refund.Line) error {
	for _, l := range lines {
		if _, err := db.Exec(ctx, tx, `
			UPDATE order_lines SET refunded_quantity = refunded_quantity + $3 WHERE id = $1 AND order_id = $2`, l.LineID, m.ID, l.Quantity); err != nil {
			return fmt.Errorf("count refunded units: %w", err)
		}
	}
	return nil
}

// giveAllBack counts all that is left as given back.
func giveAllBack(ctx context.Context, tx *db.Tx, orderID int64) error {
	_, err := db.Exec(ctx, tx, `UPDATE orders SET refunded = total WHERE id = $1`, orderID)
	if err == nil {
		_, err = db.Exec(ctx, tx, `UPDATE order_lines SET refunded_quantity = quantity WHERE order_id = $1`, orderID)
	}
	if err != nil {
		return fmt.Errorf("count refund: %w", err)
	}
	return nil
}

// hasRefunds are the statuses of orders that may have refunds.
func (s Status) hasRefunds() bool { return s == Delivered || s == RefundRequested || s == Refunded }

// refundsOf returns the refunds of orders, by order, the oldest first. It reads nothing
// if none of the orders can have one.
func refundsOf(ctx context.Context, q db.Q, orders ...Order) (map[int64][]refund.Refund, error) {
	var ids []int64
	for _, o := range orders {
		if o.Status.hasRefunds() {
			ids = append(ids, o.ID)
		}
	}
	return refund.ByPurchase(ctx, q, purchase.Order, ids...)
}
