package customer

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/money"
	"hawker/internal/reward"
)

func (h *Handlers) registerLoyalty(a huma.API) {
	huma.Register(a, own("getLoyalty", http.MethodGet, "/loyalty"), h.getLoyalty)
	huma.Register(a, own("listLoyaltyTransactions", http.MethodGet, "/loyalty/transactions"), h.listLoyaltyTransactions)
	huma.Register(a, own("getLoyaltyHistory", http.MethodGet, "/loyalty/history"), h.getLoyaltyHistory)
	convert := own("convertLoyaltyPoints", http.MethodPost, "/loyalty/convert")
	convert.Middlewares = h.Limits.PerMinute(a, conversionsPerMinute)
	huma.Register(a, convert, h.convertLoyaltyPoints)
}

// conversionsPerMinute is more than a person makes.
const conversionsPerMinute = 30

type loyaltyOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Points        int64   `json:"points" doc:"Points that the customer has."`
		Owed          int64   `json:"owed" doc:"Points to withhold from the next ones: earlier points were spent, and then their order was refunded."`
		Worth         float64 `json:"worth" doc:"What the points can be converted into; major units."`
		EarnedPerUnit int64   `json:"earned_per_unit" doc:"Points for each whole unit of the currency that is paid."`
		PointsOfAUnit int64   `json:"points_of_a_unit" doc:"How many points are one unit of the currency."`
		MinToConvert  int64   `json:"least_to_convert"`
		CanConvert    bool    `json:"can_convert" doc:"Points can be converted into money at all."`
	}
}

func (h *Handlers) getLoyalty(ctx context.Context, _ *call.ScopeInput) (*loyaltyOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	l, err := h.Rewards.Loyalty(ctx, call.Session(ctx).CustomerID)
	if err != nil {
		return nil, err
	}
	out := new(loyaltyOutput)
	b := &out.Body
	b.Points, b.Owed, b.Worth = l.Points, l.Owed, settings.Currency.Money().ToMajor(l.Worth)
	b.EarnedPerUnit, b.PointsOfAUnit, b.MinToConvert, b.CanConvert = l.Rules.PerUnit, l.Rules.UnitFor, l.MinToConvert, l.Convertible
	return out, nil
}

type loyaltyTransactionsInput struct {
	call.Scope
	call.Page
	Direction string `query:"direction" enum:"earned,spent" doc:"earned or spent points only; spent includes points that were taken back. Absent: both."`
}

type loyaltyTransactionsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		call.Paged
		Transactions []loyaltyTransactionView `json:"transactions" doc:"The newest first."`
	}
}

type loyaltyTransactionView struct {
	ID        int64   `json:"id"`
	Kind      string  `json:"kind" enum:"points_earned,points_taken,points_spent,unclaimed" doc:"points_taken: taken back for a refund. unclaimed: lost with the end of an earlier account."`
	Points    int64   `json:"points" doc:"Below zero: points were taken off."`
	Balance   int64   `json:"balance" doc:"The points after it."`
	OrderID   int64   `json:"order_id,omitempty"`
	Amount    float64 `json:"amount,omitempty" doc:"What the points were converted into, major units."`
	CreatedAt string  `json:"created_at" doc:"RFC 3339."`
}

func viewLoyaltyTransaction(m money.Currency, e reward.Entry) loyaltyTransactionView {
	return loyaltyTransactionView{
		ID: e.ID, Kind: string(e.Kind), Points: e.Points, Balance: e.Balance, OrderID: e.OrderID,
		Amount: m.ToMajor(e.Amount), CreatedAt: view.UnixMilli(e.CreatedAt),
	}
}

func (h *Handlers) listLoyaltyTransactions(ctx context.Context, in *loyaltyTransactionsInput) (*loyaltyTransactionsOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	page, total, err := h.Rewards.History(ctx, call.Session(ctx).CustomerID, reward.Direction(in.Direction), in.Paging())
	if err != nil {
		return nil, err
	}
	out := new(loyaltyTransactionsOutput)
	out.Body.Paged, out.Body.Transactions = in.Of(total), make([]loyaltyTransactionView, len(page))
	for i, e := range page {
		out.Body.Transactions[i] = viewLoyaltyTransaction(settings.Currency.Money(), e)
	}
	return out, nil
}

type loyaltyHistoryInput struct {
	call.Scope
	Days int `query:"days" minimum:"1" maximum:"366" default:"30"`
}

type loyaltyHistoryOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		TimeZone string           `json:"time_zone" doc:"IANA name of the time zone in which the dates are read."`
		Days     []loyaltyDayView `json:"days" doc:"One for each day until today, the oldest first."`
	}
}

type loyaltyDayView struct {
	Date   string `json:"date" example:"2026-11-20"`
	Points int64  `json:"points" doc:"Points earned on the day."`
}

func (h *Handlers) getLoyaltyHistory(ctx context.Context, in *loyaltyHistoryInput) (*loyaltyHistoryOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	days, err := h.Rewards.Days(ctx, call.Session(ctx).CustomerID, in.Days)
	if err != nil {
		return nil, err
	}
	out := new(loyaltyHistoryOutput)
	out.Body.TimeZone, out.Body.Days = settings.Location.TimeZone, make([]loyaltyDayView, len(days))
	for i, d := range days {
		out.Body.Days[i] = loyaltyDayView(d)
	}
	return out, nil
}

type convertPointsInput struct {
	call.Scope
	IdempotencyKey string `header:"Idempotency-Key" required:"true" minLength:"8" maxLength:"128"`
	Body           struct {
		Points int64 `json:"points" minimum:"1" maximum:"1000000000000"`
	}
}

type convertPointsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Message string  `json:"message"`
		Points  int64   `json:"points" doc:"Points that were converted: as many as make whole amounts. The rest stays."`
		Amount  float64 `json:"amount" doc:"What was put into the wallet; major units."`
	}
}

// msgConverted is the documented text, letter for letter.
const msgConverted = "Point to wallet transfer successfully."

func (h *Handlers) convertLoyaltyPoints(ctx context.Context, in *convertPointsInput) (*convertPointsOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	c, err := h.Rewards.Convert(ctx, call.Session(ctx).CustomerID, in.IdempotencyKey, in.Body.Points)
	if err != nil {
		return nil, err
	}
	out := new(convertPointsOutput)
	out.Body.Message, out.Body.Points, out.Body.Amount = call.Say(ctx, msgConverted), c.Points, settings.Currency.Money().ToMajor(c.Amount)
	return out, nil
}
