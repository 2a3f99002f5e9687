package verify

import (
	"context"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/purchase"
	"hawker/internal/trip"
)

// unitsBack are units of an order's line whose price was given back.
type unitsBack struct {
	ID                         int64 // of the order
	Total, Tax, Coupon         money.Amount
	Quantity, RefundedQuantity int64
}

// readSoldOrders reads the next orders.
func readSoldOrders(ctx context.Context, q db.Q, after int64) ([]sale, error) {
	type row struct {
		order.Order
		Shared bool // an amount was given back
	}
	orders, err := db.Many[row](ctx, q, `
		SELECT id, COALESCE(store_id, 0) AS store_id, order_type, status, self_delivery, rider_id, subtotal, discount, coupon_discount, coupon_delivery, delivery_charge,
			tax, tax_included, additional_charge, extra_packaging, tip, EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.by_amount) AS shared
		FROM orders o WHERE id > $1 ORDER BY id LIMIT $2`, after, page)
	if err != nil || len(orders) == 0 {
		return nil, err
	}
	lines, err := db.Many[unitsBack](ctx, q, `
		SELECT order_id AS id, total, tax, coupon, quantity, refunded_quantity FROM order_lines
		WHERE order_id > $1 AND order_id <= $2 AND refunded_quantity > 0`, after, orders[len(orders)-1].ID)
	byOrder := map[int64][]unitsBack{}
	for _, l := range lines {
		byOrder[l.ID] = append(byOrder[l.ID], l)
	}
	sales := make([]sale, len(orders))
	for n, o := range orders {
		sales[n] = soldOrder(o.Order)
		if sales[n].shared = o.Shared; !o.Shared {
			sales[n].giveBack(byOrder[o.ID], o.TaxIncluded)
		}
	}
	return sales, err
}

func soldOrder(o order.Order) sale {
	seller, tipped := ledger.Store(o.StoreID), ledger.Tips
	switch {
	case o.Type == order.Parcel:
		seller = ledger.Delivery
	case o.SelfDelivery:
		tipped = seller
	}
	s := sale{
		id: o.ID, placed: accounts{}, coupon: o.CouponDiscount + o.CouponDelivery, seller: seller, since: accounts{}, countsAs: map[string]string{},
		undone: o.Status == order.Canceled || o.Status == order.Failed || o.Status == order.Refunded,
	}
	s.placed[seller] += o.Subtotal - o.Discount
	if o.TaxIncluded {
		s.placed[seller] -= o.Tax
	}
	s.placed[ledger.Tax] += o.Tax
	s.placed[ledger.Delivery] += o.DeliveryCharge + o.CouponDelivery
	s.placed[ledger.Charges] += o.AdditionalCharge + o.ExtraPackaging
	s.placed[tipped] += o.Tip
	if o.RiderID != nil {
		s.countsAs[ledger.Rider(*o.RiderID)] = ledger.Tips
	}
	return s
}

// giveBack takes the price of units of lines from the accounts that earned it.
func (s *sale) giveBack(lines []unitsBack, taxIncluded bool) {
	for _, l := range lines {
		of := func(whole money.Amount) money.Amount { return whole.MulRatio(l.RefundedQuantity, l.Quantity) }
		amount, tax := of(l.Total), of(l.Tax)
		if taxIncluded {
			amount -= tax
		}
		s.since[s.seller] -= amount
		s.since[ledger.Tax] -= tax
		s.couponBack += of(l.Coupon)
	}
}

// readSoldTrips reads the next trips.
func readSoldTrips(ctx context.Context, q db.Q, after int64) ([]sale, error) {
	trips, err := db.Many[trip.Trip](ctx, q, `
		SELECT id, provider_id, status, payment_status, total, refunded, subtotal, discount, coupon_discount, tax, tax_included, additional_charge, deposit,
			extension_charge, extension_tax, late_charge, late_tax
		FROM trips WHERE id > $1 ORDER BY id LIMIT $2`, after, page)
	sales := make([]sale, len(trips))
	for n, t := range trips {
		sales[n] = soldTrip(t)
	}
	return sales, err
}

func soldTrip(t trip.Trip) sale {
	rent, provider := t.Subtotal-t.Discount, ledger.Provider(t.ProviderID)
	if t.TaxIncluded {
		rent -= t.Tax
	}
	s := sale{
		id: t.ID, coupon: t.CouponDiscount, seller: provider, since: accounts{},
		placed: accounts{provider: rent, ledger.Tax: t.Tax, ledger.Charges: t.AdditionalCharge, ledger.Deposits: t.Deposit},
	}
	switch t.Status {
	case trip.Completed:
		s.settle(t)
	case trip.Canceled:
		if s.undone = t.PaymentStatus != purchase.Paid; !s.undone {
			s.cancelLate(t)
		}
	case trip.Refunded:
		s.undone = true
	}
	return s
}

// settle adds an extension and a late return, and gives the deposit back.
func (s *sale) settle(t trip.Trip) {
	due, tax := t.ExtensionCharge+t.LateCharge, t.ExtensionTax+t.LateTax
	s.since[s.seller] += due - tax
	s.since[ledger.Tax] += tax
	s.since[ledger.Deposits] -= t.Deposit
	s.shared = t.Refunded > max(0, t.Deposit-due)
}

// cancelLate gives back what a shopper gets who cancels late. The deposit goes back whole,
// and of the tax the same part as of all the rest.
func (s *sale) cancelLate(t trip.Trip) {
	back := t.Refunded - t.Deposit
	tax := t.Tax.MulRatio(int64(back), int64(t.Total-t.Deposit))
	s.since[ledger.Deposits] -= t.Deposit
	s.since[ledger.Tax] -= tax
	s.since[s.seller] -= back - tax
	s.countsAs = map[string]string{ledger.Charges: s.seller, ledger.Coupons: s.seller}
}
