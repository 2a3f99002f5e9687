package notification

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/refund"
)

// orderState is what the notifications of an order depend on: its last move, and whose
// order it is.
type orderState struct {
	CustomerID         int64
	WantsMail          bool
	Type               order.Type `db:"order_type"`
	Status             order.Status
	PrescriptionStatus order.PrescriptionStatus
	Store              string // of a parcel the name of its module
	MoveID             int64
	Actor              order.Actor
	Reason             string
	At                 int64
	PaymentDecided     string // received or refused; "": neither
	PaymentReason      string
	PaymentSendings    int64
}

// orderEvent is a notification about an order, before it is written.
type orderEvent struct {
	name string // unique for the order's customer
	kind Kind
	Params
	seen bool // the customer did it
}

// OrderChanged writes the notifications of the last change of an order. It
// is called in the transaction of the change. What it has written before it does not
// write again. For an order of a guest it does nothing.
func (s *Service) OrderChanged(ctx context.Context, tx *db.Tx, orderID int64) error {
	o, err := db.One[orderState](ctx, tx, `
		SELECT c.id AS customer_id, `+wantsOrderMail+` AS wants_mail, o.order_type, o.status, o.prescription_status, COALESCE(st.name, mo.name) AS store, m.id AS move_id, m.actor, m.reason, m.at,
			COALESCE(CASE WHEN p.status <> 'sent' THEN p.status END, '') AS payment_decided, COALESCE(p.reason, '') AS payment_reason, COALESCE(p.sendings, 0) AS payment_sendings
		FROM orders o JOIN customers c ON c.shopper_id = o.shopper_id LEFT JOIN stores st ON st.id = o.store_id JOIN modules mo ON mo.id = o.module_id
		LEFT JOIN notification_settings s ON s.customer_id = c.id LEFT JOIN offline_payments p ON p.purchase_id = o.id
		JOIN order_moves m ON m.order_id = o.id
		WHERE o.id = $1 AND c.erased_at IS NULL ORDER BY m.id DESC LIMIT 1`, orderID)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read what changed of an order: %w", err)
	}
	var decided *refundState
	if o.Status == order.Delivered || o.Status == order.Refunded {
		if decided, err = lastRefund(ctx, tx, `order_id`, orderID); err != nil {
			return err
		}
	}
	for _, e := range o.events(orderID, decided) {
		if err := s.insertOrderEvent(ctx, tx, o, orderID, e); err != nil {
			return err
		}
	}
	return nil
}

// refundState is the last refund of an order or a trip that was decided about.
type refundState struct {
	ID     int64
	Status refund.Status
	Amount money.Amount
	Answer string
}

// lastRefund returns nil if there is none. The id of the order or the trip is in this column.
func lastRefund(ctx context.Context, tx *db.Tx, column string, id int64) (*refundState, error) {
	found, err := db.Many[refundState](ctx, tx, `
		SELECT id, status, amount, answer FROM refunds WHERE `+column+` = $1 AND status <> 'requested' ORDER BY id DESC LIMIT 1`, id)
	if err != nil {
		return nil, fmt.Errorf("read the last refund: %w", err)
	}
	if len(found) == 0 {
		return nil, nil
	}
	return &found[0], nil
}

// kinds are the kinds of notifications of moves. Other moves have none.
var kinds = map[order.Type]map[order.Status]Kind{
	order.Delivery: {
		order.Pending: OrderPlaced, order.Scheduled: OrderPlaced, order.Confirmed: OrderConfirmed, order.PickedUp: OrderOnTheWay,
		order.Delivered: OrderDelivered, order.Canceled: OrderCanceled, order.Failed: OrderNotDelivered,
	},
	order.Parcel: {
		order.Pending: ParcelPlaced, order.Scheduled: ParcelPlaced, order.Confirmed: ParcelConfirmed, order.PickedUp: ParcelOnTheWay,
		order.Delivered: ParcelDelivered, order.Canceled: ParcelCanceled, order.Failed: ParcelNotDelivered,
	},
	order.TakeAway: {
		order.Pending: OrderPlaced, order.Scheduled: OrderPlaced, order.Confirmed: OrderConfirmed, order.Handover: OrderReady,
		order.Delivered: OrderCollected, order.Canceled: OrderCanceled, order.Failed: OrderNotCollected,
	},
}

// events returns the notifications of the present state.
func (o orderState) events(orderID int64, decided *refundState) []orderEvent {
	if decided != nil { // it came after the delivery, of which they know
		kind := OrderRefunded
		if decided.Status == refund.Refused {
			kind = RefundRefused
		}
		return []orderEvent{{fmt.Sprint("refund:", decided.ID), kind, Params{Store: o.Store, Reason: decided.Answer, Amount: decided.Amount}, false}}
	}
	var all []orderEvent
	waits := o.Status == order.Pending || o.Status == order.Scheduled
	if waits && o.PaymentDecided != "" {
		kind := PaymentReceived
		if o.PaymentDecided == "refused" {
			kind = PaymentRefused
		}
		all = append(all, orderEvent{fmt.Sprintf("payment:%d:%d", orderID, o.PaymentSendings), kind, Params{Store: o.Store, Reason: o.PaymentReason}, false})
	}
	if waits && o.PrescriptionStatus == order.PrescriptionApproved {
		all = append(all, orderEvent{fmt.Sprint("prescription:", orderID), PrescriptionApproved, Params{Store: o.Store}, false})
	}
	kind := kinds[o.Type][o.Status]
	if kind == "" || o.Status == order.Pending && o.Actor == order.BySystem { // a scheduled order is due
		return all
	}
	return append(all, orderEvent{fmt.Sprint("move:", o.MoveID), kind, Params{Store: o.Store, Reason: o.Reason}, o.Actor == order.ByShopper})
}

// insertOrderEvent writes one notification and plans its mail, unless it is there.
func (s *Service) insertOrderEvent(ctx context.Context, tx *db.Tx, o orderState, orderID int64, e orderEvent) error {
	_, err := s.insert(ctx, tx, newNotification{
		customerID: o.CustomerID, event: e.name, kind: e.kind, About: About{OrderID: &orderID}, params: e.Params, seen: e.seen, mail: o.WantsMail && mailed[e.kind],
	})
	return err
}
