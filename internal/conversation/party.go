package conversation

import (
	"time"

	"hawker/internal/order"
	"hawker/internal/staff"
)

// Party is who asks: a customer, or a member of staff.
type Party struct {
	CustomerID, ShopperID int64 // of a customer

	StaffID             int64 // of a member of staff
	Role                staff.Role
	StoreID, ProviderID int64 // of a vendor, one of them
}

// Side returns the side of the party.
func (p Party) Side() Side {
	if p.CustomerID != 0 {
		return Customer
	}
	return Staff
}

// Other returns the other side.
func (p Party) Other() Side { return p.Side().other() }

func (s Side) other() Side {
	if s == Customer {
		return Staff
	}
	return Customer
}

// reachTime is how long after the end of a delivery the customer and the rider can still
// write to each other: something was forgotten.
const reachTime = 2 * time.Hour

// reachable is the condition that the rider of a conversation c still has its order, which
// is under way, or first ended after the time in this parameter: a decision about a refund
// makes a further move to delivered. It names no status in which a rider has an order: that
// differs between the types of orders.
func reachable(number string) string {
	return `EXISTS (SELECT 1 FROM orders o WHERE o.id = c.order_id AND o.rider_id = c.rider_id AND (
		o.status NOT IN ` + order.OverStatuses + `
		OR (SELECT MIN(v.at) FROM order_moves v WHERE v.order_id = o.id AND v.status IN ('delivered', 'failed', 'canceled')) > ` + number + `))`
}

// scope returns the condition of the conversations c that the party takes part in. It uses
// the parameters $1, the end of deliveries whose rider can be reached, and $2.
func (p Party) scope(now time.Time) (where string, args []any) {
	since := now.Add(-reachTime).UnixMilli()
	switch {
	case p.Side() == Customer:
		return `c.customer_id = $2`, []any{since, p.CustomerID}
	case p.Role == staff.Vendor && p.ProviderID != 0:
		return `c.provider_id = $2`, []any{since, p.ProviderID}
	case p.Role == staff.Vendor:
		return `c.store_id = $2`, []any{since, p.StoreID}
	case p.Role == staff.Rider:
		return `c.rider_id = $2 AND ` + reachable("$1"), []any{since, p.StaffID}
	case p.Role == staff.Admin:
		return `(c.kind = $2 OR c.reported_by <> '' OR c.closed_by_admin)`, []any{since, Support}
	}
	return `1 = 0 AND c.id = $2`, []any{since, 0}
}

// answers is a further condition: those whose messages are for the party, and not only to
// be read because of a report.
func (p Party) answers() string {
	if p.Role == staff.Admin {
		return `c.kind = 'support'`
	}
	return `1 = 1`
}
