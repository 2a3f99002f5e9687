package ledger

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/money"
)

// Line is an entry of an account with a balance, as its owner sees it.
type Line struct {
	ID        int64
	Kind      Kind
	OrderID   *int64       // nil: it belongs to no order
	Subject   *string      // nil: it belongs to an order
	Amount    money.Amount // what the owner gained, or lost below zero
	Balance   money.Amount // afterwards
	CreatedAt int64        // Unix milliseconds
}

// ForPurchase returns the id of the order or trip that the entry is about, or nil. If the
// entry has no order, the id is in its subject: trip:ID, cashback:ID, cashback_taken:ID:… or
// payment_refund:REFUND:ID.
func (l Line) ForPurchase() *int64 {
	if l.OrderID != nil || l.Subject == nil {
		return l.OrderID
	}
	parts, at := strings.Split(*l.Subject, ":"), 1
	switch {
	case parts[0] == "trip":
	case l.Kind == Cashback && strings.HasPrefix(parts[0], "cashback"):
	case l.Kind == BackToWallet:
		at = 2
	default:
		return nil
	}
	if len(parts) <= at {
		return nil
	}
	id, err := strconv.ParseInt(parts[at], 10, 64)
	if err != nil {
		return nil
	}
	return &id
}

// Direction narrows a history.
type Direction string

// The directions.
const (
	All    Direction = "all"
	Gained Direction = "credit"
	Lost   Direction = "debit"
)

// conditions are those of the directions. What is owed to somebody is below zero.
var conditions = map[Direction]string{All: `TRUE`, Gained: `e.amount < 0`, Lost: `e.amount > 0`}

// History returns a page of the entries of an account with a balance, the newest first,
// and how many there are. A direction that is none is All.
func History(ctx context.Context, q db.Q, account string, d Direction, p catalog.Paging) (page []Line, total int, err error) {
	condition, found := conditions[d]
	if !found {
		condition = conditions[All]
	}
	where := `e.account = $1 AND e.balance IS NOT NULL AND ` + condition
	if total, err = db.One[int](ctx, q, `SELECT COUNT(*) FROM ledger_entries e WHERE `+where, account); err != nil {
		return nil, 0, fmt.Errorf("count entries: %w", err)
	}
	page, err = db.Many[Line](ctx, q, `
		SELECT e.id, t.kind, t.order_id, t.subject, -e.amount AS amount, e.balance, t.created_at
		FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
		WHERE `+where+` ORDER BY e.id DESC LIMIT $2 OFFSET $3`, account, p.Size, (p.Number-1)*p.Size)
	if err != nil {
		return nil, 0, fmt.Errorf("list entries: %w", err)
	}
	return page, total, nil
}

// Step is a balance and since when it is.
type Step struct {
	At     int64 // Unix milliseconds
	Amount money.Amount
}

// Steps returns how a balance has changed since a time, the oldest first, at most 5,000
// changes. The first one is what it was then.
func Steps(ctx context.Context, q db.Q, account string, since time.Time) ([]Step, error) {
	before, err := db.Many[money.Amount](ctx, q, `
		SELECT e.balance FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
		WHERE e.account = $1 AND e.balance IS NOT NULL AND t.created_at < $2 ORDER BY e.id DESC LIMIT 1`, account, since.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("read a former balance: %w", err)
	}
	steps := []Step{{At: since.UnixMilli()}}
	if len(before) > 0 {
		steps[0].Amount = before[0]
	}
	later, err := db.Many[Step](ctx, q, `
		SELECT t.created_at AS at, e.balance AS amount FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
		WHERE e.account = $1 AND e.balance IS NOT NULL AND t.created_at >= $2 ORDER BY e.id LIMIT 5000`, account, since.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("read balances: %w", err)
	}
	return append(steps, later...), nil
}
