package reward

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/notification"
	"hawker/internal/order"
	"hawker/internal/secret"
	"hawker/internal/setting"
)

// Deps is what the service is made of.
type Deps struct {
	DB            *db.DB
	Clock         clock.Clock
	Settings      *setting.Service
	Secret        *secret.Key           // of SecretName
	Notifications *notification.Service // nil: no notifications are sent
	// OneMachine says that all customers use the same device, as in the demo. Then a shared
	// device or network is no reason to refuse a referral.
	OneMachine bool
}

// Service gives rewards. Safe for concurrent use.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Past returns the service at another time, which tells nobody. The demo makes past
// orders by it.
func (s *Service) Past(c clock.Clock) *Service {
	d := s.Deps
	d.Clock, d.Notifications = c, nil
	return New(d)
}

// change is an order that has changed, with what decides about its rewards.
type change struct {
	ID            int64
	Status        order.Status
	PaymentStatus string
	Total         money.Amount
	Refunded      money.Amount
	CreatedAt     int64
	TimeZone      string
	Module        string // slug
	CustomerID    *int64 // nil: a guest, or an account that was deleted
	ReferredBy    *int64
	Decided       bool
}

// OrderChanged rewards an order once it is delivered and paid, and takes back what was
// refunded of it. It is called in the transaction of every change of an order, which has
// locked its row.
func (s *Service) OrderChanged(ctx context.Context, tx *db.Tx, orderID int64) error {
	o, err := db.One[change](ctx, tx, `
		SELECT o.id, o.status, o.payment_status, o.total, o.refunded, o.created_at, z.time_zone, m.slug AS module,
			c.id AS customer_id, c.referred_by, r.order_id IS NOT NULL AS decided
		FROM orders o JOIN zones z ON z.id = o.zone_id JOIN modules m ON m.id = o.module_id
		LEFT JOIN customers c ON c.shopper_id = o.shopper_id AND c.erased_at IS NULL
		LEFT JOIN order_rewards r ON r.order_id = o.id WHERE o.id = $1`, orderID)
	switch {
	case err != nil:
		return fmt.Errorf("read an order for its rewards: %w", err)
	case o.Decided:
		return s.takeBack(ctx, tx, o)
	case o.Status == order.Delivered && o.PaymentStatus == "paid":
		return s.reward(ctx, tx, o)
	}
	return nil
}

// reward decides what a delivered order earns.
func (s *Service) reward(ctx context.Context, tx *db.Tx, o change) error {
	settings, err := setting.Read(ctx, tx)
	if err != nil {
		return err
	}
	r := orderRewards{OrderID: o.ID, CustomerID: o.CustomerID, Paid: o.Total, Unit: settings.Currency.Money().Scale(), CreatedAt: s.Clock.Now().UnixMilli()}
	if o.CustomerID == nil {
		return insertOrder(ctx, tx, r)
	}
	if err := lockCustomer(ctx, tx, *o.CustomerID); err != nil {
		return err
	}
	r.earnPoints(settings)
	uses, err := cashbackUses(ctx, tx, *o.CustomerID)
	if err != nil {
		return err
	}
	r.CashbackOffer, r.Cashback = bestCashback(o, uses, settings)
	if err := s.earn(ctx, tx, &r); err != nil {
		return err
	}
	if err := insertOrder(ctx, tx, r); err != nil {
		return err
	}
	return s.refer(ctx, tx, o, settings)
}

// earnPoints sets the points for what was paid.
func (r *orderRewards) earnPoints(s setting.Settings) {
	if s.Storefront.LoyaltyPoints {
		r.PerUnit = s.Rewards.Points.PerUnit
	}
	r.Points = EarnedPoints(r.Paid, r.Unit, r.PerUnit)
}

// lockCustomer locks the wallet and the points of a customer, always in this order, until
// the transaction ends.
func lockCustomer(ctx context.Context, tx *db.Tx, customerID int64) error {
	if _, err := ledger.LockBalance(ctx, tx, ledger.Wallet(customerID)); err != nil {
		return err
	}
	_, err := ledger.LockBalance(ctx, tx, ledger.Points(customerID))
	return err
}

// earn books what an order earns. Points that are owed are withheld (W3).
func (s *Service) earn(ctx context.Context, tx *db.Tx, r *orderRewards) error {
	id, at := *r.CustomerID, time.UnixMilli(r.CreatedAt)
	if r.Points > 0 {
		owed, err := owedPoints(ctx, tx, id)
		if err != nil {
			return err
		}
		r.Withheld = min(owed, r.Points)
		err = ledger.Post(ctx, tx, ledger.PointsEarned, ledger.Other(orderPoints, r.OrderID), at, []ledger.Entry{
			{Account: ledger.PointsIssued, Amount: money.Amount(r.Points)},
			{Account: ledger.OwedPoints(id), Amount: -money.Amount(r.Withheld)},
			{Account: ledger.Points(id), Amount: money.Amount(r.Withheld - r.Points)},
		})
		if err != nil {
			return err
		}
	}
	if r.Cashback > 0 {
		err := ledger.Post(ctx, tx, ledger.Cashback, ledger.Other("cashback", r.OrderID), at, []ledger.Entry{
			{Account: ledger.Rewards, Amount: r.Cashback}, {Account: ledger.Wallet(id), Amount: -r.Cashback},
		})
		if err != nil {
			return err
		}
	}
	return s.notifyOrderReward(ctx, tx, *r)
}

// notifyOrderReward writes one entry of the customer's bell about all that an order has
// brought them. They do not get points that are withheld.
func (s *Service) notifyOrderReward(ctx context.Context, tx *db.Tx, r orderRewards) error {
	kind, points := notification.OrderRewarded, r.Points-r.Withheld
	switch {
	case points == 0 && r.Cashback == 0:
		return nil
	case r.Cashback == 0:
		kind = notification.PointsEarned
	case points == 0:
		kind = notification.CashbackReceived
	}
	return s.tell(ctx, tx, kind, *r.CustomerID, fmt.Sprint("reward:", r.OrderID), notification.Params{Points: points, Amount: r.Cashback, Order: r.OrderID})
}

func (s *Service) tell(ctx context.Context, tx *db.Tx, kind notification.Kind, customerID int64, event string, p notification.Params) error {
	if s.Notifications == nil {
		return nil
	}
	return s.Notifications.Reward(ctx, tx, kind, customerID, event, p)
}

// takeBack takes points and cashback back in proportion to what was refunded (W3).
func (s *Service) takeBack(ctx context.Context, tx *db.Tx, o change) error {
	r, err := db.One[orderRewards](ctx, tx, `SELECT `+orderColumns+` FROM order_rewards WHERE order_id = $1`, o.ID)
	if err != nil {
		return fmt.Errorf("read the rewards of an order: %w", err)
	}
	points := TakenPoints(r.Points, o.Refunded, o.Total) - r.PointsTaken
	cashback := TakenCashback(r.Cashback, o.Refunded, o.Total) - r.CashbackTaken
	if r.CustomerID == nil || points <= 0 && cashback <= 0 {
		return nil
	}
	at := s.Clock.Now()
	missing, err := takeCashback(ctx, tx, r, cashback, at)
	if err != nil {
		return err
	}
	owed, err := takePoints(ctx, tx, r, points, at)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		UPDATE order_rewards SET points_taken = points_taken + $2, points_owed = points_owed + $3,
			cashback_taken = cashback_taken + $4, cashback_missing = cashback_missing + $5 WHERE order_id = $1`, o.ID, points, owed, cashback, missing)
	if err != nil {
		return fmt.Errorf("write what was taken back: %w", err)
	}
	return nil
}

// takePoints takes points back. Those that were spent already are owed.
func takePoints(ctx context.Context, tx *db.Tx, r orderRewards, points int64, at time.Time) (owed int64, err error) {
	if points <= 0 {
		return 0, nil
	}
	account := ledger.Points(*r.CustomerID)
	have, err := ledger.LockBalance(ctx, tx, account)
	if err != nil {
		return 0, err
	}
	taken := min(int64(have), points)
	return points - taken, ledger.Post(ctx, tx, ledger.PointsTaken, takenSubject(pointsTaken, r.OrderID, r.PointsTaken), at, []ledger.Entry{
		{Account: ledger.PointsIssued, Amount: -money.Amount(points)},
		{Account: ledger.OwedPoints(*r.CustomerID), Amount: money.Amount(points - taken)},
		{Account: account, Amount: money.Amount(taken)},
	})
}

// takeCashback takes cashback back as far as the wallet has it.
func takeCashback(ctx context.Context, tx *db.Tx, r orderRewards, cashback money.Amount, at time.Time) (missing money.Amount, err error) {
	if cashback <= 0 {
		return 0, nil
	}
	account := ledger.Wallet(*r.CustomerID)
	have, err := ledger.LockBalance(ctx, tx, account)
	if err != nil {
		return 0, err
	}
	taken := min(have, cashback)
	if taken == 0 {
		return cashback, nil
	}
	return cashback - taken, ledger.Post(ctx, tx, ledger.Cashback, takenSubject("cashback_taken", r.OrderID, int64(r.CashbackTaken)), at, []ledger.Entry{
		{Account: ledger.Rewards, Amount: -taken}, {Account: account, Amount: taken},
	})
}

// takenSubject is the subject of what is taken back. before is what was taken until now:
// each time it is more.
func takenSubject(noun string, orderID, before int64) ledger.Subject {
	return ledger.Other(noun, fmt.Sprintf("%d:%d", orderID, before))
}

// Erase books away the points of a customer, and what they owe. Their orders earn nothing
// more, and neither does signing up with a friend's code once more.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, customerID int64) error {
	if err := lockCustomer(ctx, tx, customerID); err != nil {
		return err
	}
	left, err := ledger.Balance(ctx, tx, ledger.Points(customerID))
	if err != nil {
		return err
	}
	owed, err := owedPoints(ctx, tx, customerID)
	if err != nil {
		return err
	}
	if left != 0 || owed != 0 {
		at := s.Clock.Now()
		subject := ledger.Other("points", fmt.Sprintf("%d:%d", customerID, at.UnixMilli())) // once before for an account that an earlier version gave to its owner
		err := ledger.Post(ctx, tx, ledger.Unclaimed, subject, at, []ledger.Entry{
			{Account: ledger.PointsIssued, Amount: money.Amount(owed) - left},
			{Account: ledger.OwedPoints(customerID), Amount: -money.Amount(owed)},
			{Account: ledger.Points(customerID), Amount: left},
		})
		if err != nil {
			return err
		}
	}
	if _, err := db.Exec(ctx, tx, `UPDATE order_rewards SET customer_id = NULL WHERE customer_id = $1`, customerID); err != nil {
		return fmt.Errorf("anonymize rewards: %w", err)
	}
	return s.rememberRewarded(ctx, tx, customerID)
}

// closed returns the error of a feature that is switched off.
func closed(on bool, what string) error {
	if on {
		return nil
	}
	return errs.New(errs.Forbidden, "%s switched off.", what)
}

// owedPoints returns how many points a customer must give back.
func owedPoints(ctx context.Context, q db.Q, customerID int64) (int64, error) {
	n, err := db.One[int64](ctx, q, `SELECT CAST(COALESCE(SUM(points_owed - withheld), 0) AS BIGINT) FROM order_rewards WHERE customer_id = $1`, customerID)
	if err != nil {
		return 0, fmt.Errorf("read owed points: %w", err)
	}
	return n, nil
}
