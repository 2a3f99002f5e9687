// Package ledger is the double-entry book of all money and points. A transfer is a set of
// entries that sums to zero. It belongs to an order or to another subject, which has at
// most one of each kind. Transfers are added and never changed.
//
// The balance of an account is the sum of its entries. What people spend from, such as a
// wallet, has its balance in a row too, which is changed in the same transaction and
// never falls below zero (W1). The package knows only the ids of what it books.
package ledger

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
)

// Kind says why a transfer was made. A subject has at most one of each.
type Kind string

// The kinds of an order.
const (
	OrderPlaced   Kind = "order_placed"
	WalletPart    Kind = "wallet_part" // paid from the wallet when it was placed
	OrderPaid     Kind = "order_paid"
	OrderCanceled Kind = "order_canceled"
	OrderFailed   Kind = "order_failed"
	OrderRefunded Kind = "order_refunded"
	RiderTipped   Kind = "rider_tipped"
	// PaymentReturned undoes a payment that came after its order had ended.
	PaymentReturned Kind = "payment_returned"
)

// The kinds of a trip.
const (
	TripPlaced   Kind = "trip_placed"
	TripPaid     Kind = "trip_paid"
	TripSettled  Kind = "trip_settled" // the deposit, an extension and a late return, when the vehicles are back
	TripCanceled Kind = "trip_canceled"
	TripRefunded Kind = "trip_refunded"
)

// Refund is the kind of a refund in part.
func Refund(id int64) Kind { return Kind(fmt.Sprintf("refund:%d", id)) }

// The kinds of other subjects.
const (
	TopUp           Kind = "top_up"           // money that was paid into a wallet
	TopUpBonus      Kind = "top_up_bonus"     // what the shop adds to it
	PaymentReceived Kind = "payment_received" // money that came without being owed
	BackToWallet    Kind = "back_to_wallet"   // money that a gateway could not send back
	SettledOutside  Kind = "settled_outside"  // the same, which the shopper got otherwise
	PointsEarned    Kind = "points_earned"
	PointsTaken     Kind = "points_taken" // back, for a refund
	PointsSpent     Kind = "points_spent"
	PointsConverted Kind = "points_converted" // the money for them
	Referral        Kind = "referral"
	Cashback        Kind = "cashback"
	Unclaimed       Kind = "unclaimed" // what was left in an account that was deleted
)

// MoneyReturned is the kind of money that went back through a gateway, under the id with
// which it was sent: what failed is sent again under another one.
func MoneyReturned(sentAs string) Kind { return Kind("money_returned:" + sentAs) }

// ReturnFailed is the kind of the same money, if the gateway got it back.
func ReturnFailed(sentAs string) Kind { return Kind("return_failed:" + sentAs) }

// Subject is what a transfer belongs to.
type Subject struct {
	orderID *int64
	other   *string
}

// Order is the subject of an order.
func Order(id int64) Subject { return Subject{orderID: &id} }

// Other is the subject of anything else, by a noun and an id.
func Other(noun string, id any) Subject {
	text := fmt.Sprintf("%s:%v", noun, id)
	return Subject{other: &text}
}

// RefundOf is the subject of a refund of an order or a trip through a gateway.
func RefundOf(purchaseID int64, refundID string) Subject {
	return Other("payment_refund", fmt.Sprintf("%s:%d", refundID, purchaseID))
}

func (s Subject) String() string {
	if s.orderID != nil {
		return fmt.Sprintf("order:%d", *s.orderID)
	}
	return *s.other
}

// condition is that of its transfers t, and key its $1.
func (s Subject) condition() string {
	if s.orderID != nil {
		return `t.order_id = $1`
	}
	return `t.subject = $1`
}

func (s Subject) key() any {
	if s.orderID != nil {
		return *s.orderID
	}
	return *s.other
}

// Entry is one side of a transfer: what the account gains, or loses below zero. What the
// shop owes to somebody is below zero.
type Entry struct {
	Account string
	Amount  money.Amount
}

// Post writes a transfer and changes the balances of its accounts. It refuses a transfer
// that does not sum to zero, one of a kind that the subject already has, which is
// db.ErrExists, and one that takes more than there is: ErrInsufficient. Entries of zero
// are left out.
func Post(ctx context.Context, tx *db.Tx, kind Kind, of Subject, at time.Time, entries []Entry) error {
	entries = merged(entries)
	if sum := total(entries); sum != 0 {
		return fmt.Errorf("transfer %s of %s is off by %d", kind, of, sum)
	}
	balances, err := changeBalances(ctx, tx, entries)
	if err != nil {
		return err
	}
	id, err := db.One[int64](ctx, tx,
		`INSERT INTO ledger_transfers (kind, order_id, subject, created_at) VALUES ($1, $2, $3, $4) RETURNING id`,
		kind, of.orderID, of.other, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("insert transfer: %w", err)
	}
	if len(entries) == 0 {
		return nil
	}
	return insertEntries(ctx, tx, id, entries, balances)
}

// Undo returns the entries that would undo all transfers of a subject: one for each
// account, the latest account first.
func Undo(ctx context.Context, tx *db.Tx, of Subject) ([]Entry, error) {
	entries, err := db.Many[Entry](ctx, tx, `
		SELECT e.account, -CAST(SUM(e.amount) AS BIGINT) AS amount
		FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
		WHERE `+of.condition()+` GROUP BY e.account ORDER BY MIN(e.id) DESC`, of.key())
	if err != nil {
		return nil, fmt.Errorf("read transfers: %w", err)
	}
	return entries, nil
}

// Uses reports whether the transfers of a subject use an account.
func Uses(ctx context.Context, tx *db.Tx, of Subject, account string) (bool, error) {
	n, err := db.One[int64](ctx, tx, `
		SELECT COUNT(*) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id WHERE `+of.condition()+` AND e.account = $2`, of.key(), account)
	if err != nil {
		return false, fmt.Errorf("find entries: %w", err)
	}
	return n > 0, nil
}
