package reward

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/setting"
)

// Loyalty is what a customer has in points.
type Loyalty struct {
	Points       int64
	Owed         int64 // to be withheld from points that are earned next
	Rules        setting.PointRules
	Convertible  bool         // whether points can become money at all
	MinToConvert int64        // to convert at once
	Worth        money.Amount // of the points
}

// Loyalty returns the points of a customer.
func (s *Service) Loyalty(ctx context.Context, customerID int64) (Loyalty, error) {
	settings, err := s.loyaltySettings(ctx)
	if err != nil {
		return Loyalty{}, err
	}
	l := Loyalty{Rules: settings.Rewards.Points, Convertible: canConvert(settings)}
	if l.Points, err = s.Points(ctx, customerID); err != nil {
		return l, err
	}
	if l.Owed, err = owedPoints(ctx, s.DB.R, customerID); err != nil {
		return l, err
	}
	unit := settings.Currency.Money().Scale()
	l.MinToConvert = MinConvertible(l.Rules, unit)
	_, l.Worth = Worth(l.Points, l.Rules, unit)
	return l, nil
}

// loyaltySettings returns the settings, or the error of points that are switched off.
func (s *Service) loyaltySettings(ctx context.Context) (setting.Settings, error) {
	settings, err := s.Settings.Get(ctx)
	if err == nil {
		err = closed(settings.Storefront.LoyaltyPoints, "Loyalty points are")
	}
	return settings, err
}

// Points returns how many points a customer has, whether or not they are switched on.
func (s *Service) Points(ctx context.Context, customerID int64) (int64, error) {
	points, err := ledger.Balance(ctx, s.DB.R, ledger.Points(customerID))
	return int64(points), err
}

// Direction says which entries of a history are wanted.
type Direction string

// The directions; "" is both.
const (
	Earned Direction = "earned"
	Spent  Direction = "spent" // or taken back
)

// Entry is a change of a customer's points.
type Entry struct {
	ID        int64
	Kind      ledger.Kind
	Points    int64 // below zero: they became less
	Balance   int64 // after it
	Subject   string
	Amount    money.Amount `db:"-"` // that they were converted into
	OrderID   int64        `db:"-"` // 0: about no order
	CreatedAt int64        // Unix milliseconds
}

// conditions are those of the directions. What a customer gains is below zero in the ledger.
var conditions = map[Direction]string{"": "", Earned: " AND e.amount < 0", Spent: " AND e.amount > 0"}

// History returns a page of the changes of a customer's points, the newest first, and how
// many there are.
func (s *Service) History(ctx context.Context, customerID int64, d Direction, p catalog.Paging) (page []Entry, total int, err error) {
	if _, err := s.loyaltySettings(ctx); err != nil {
		return nil, 0, err
	}
	where := `e.account = $1 AND e.balance IS NOT NULL` + conditions[d]
	total, err = db.One[int](ctx, s.DB.R, `SELECT COUNT(*) FROM ledger_entries e WHERE `+where, ledger.Points(customerID))
	if err != nil {
		return nil, 0, fmt.Errorf("count changes of points: %w", err)
	}
	page, err = db.Many[Entry](ctx, s.DB.R, `
		SELECT e.id, t.kind, -e.amount AS points, e.balance, COALESCE(t.subject, '') AS subject, t.created_at
		FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
		WHERE `+where+` ORDER BY e.id DESC LIMIT $2 OFFSET $3`, ledger.Points(customerID), p.Size, (p.Number-1)*p.Size)
	if err != nil {
		return nil, 0, fmt.Errorf("list changes of points: %w", err)
	}
	return page, total, s.explain(ctx, page)
}

// explain adds what changes were about.
func (s *Service) explain(ctx context.Context, page []Entry) error {
	byConversion, ids := map[int64]int{}, []int64{}
	for i := range page {
		noun, rest, _ := strings.Cut(page[i].Subject, ":")
		number, _, _ := strings.Cut(rest, ":")
		id, err := strconv.ParseInt(number, 10, 64)
		switch {
		case err != nil:
		case noun == "conversion":
			byConversion[id], ids = i, append(ids, id)
		case noun == orderPoints || noun == pointsTaken:
			page[i].OrderID = id
		}
	}
	if len(ids) == 0 {
		return nil
	}
	list, args := db.InList(ids)
	found, err := db.Many[struct {
		ID     int64
		Amount money.Amount
	}](ctx, s.DB.R, `SELECT id, amount FROM point_conversions WHERE id IN `+list, args...)
	if err != nil {
		return fmt.Errorf("read conversions: %w", err)
	}
	for _, c := range found {
		page[byConversion[c.ID]].Amount = c.Amount
	}
	return nil
}

// Day is the points that were earned on a day.
type Day struct {
	Date   string
	Points int64
}

// MaxDays is how many days Days returns at most.
const MaxDays = 366

// Days returns the points that a customer earned on each of the last days, the oldest
// first, by the time zone of the town.
func (s *Service) Days(ctx context.Context, customerID int64, days int) ([]Day, error) {
	settings, err := s.loyaltySettings(ctx)
	if err != nil {
		return nil, err
	}
	days = min(max(days, 1), MaxDays)
	now := s.Clock.Now().In(catalog.Location(settings.Location.TimeZone))
	first := time.Date(now.Year(), now.Month(), now.Day()-days+1, 0, 0, 0, 0, now.Location())
	earned, err := db.Many[struct{ Points, CreatedAt int64 }](ctx, s.DB.R, `
		SELECT points, created_at FROM order_rewards WHERE customer_id = $1 AND created_at >= $2`, customerID, first.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("read earned points: %w", err)
	}
	byDate := map[string]int64{}
	for _, e := range earned {
		byDate[time.UnixMilli(e.CreatedAt).In(now.Location()).Format(time.DateOnly)] += e.Points
	}
	all := make([]Day, days)
	for i := range all {
		date := first.AddDate(0, 0, i).Format(time.DateOnly)
		all[i] = Day{date, byDate[date]}
	}
	return all, nil
}
