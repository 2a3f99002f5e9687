package customer

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/account"
	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/translation"
	"hawker/internal/wallet"
)

func (h *Handlers) registerWallet(a huma.API) {
	huma.Register(a, own("getWallet", http.MethodGet, "/wallet"), h.getWallet)
	huma.Register(a, own("listWalletTransactions", http.MethodGet, "/wallet/transactions"), h.listWalletTransactions)
	huma.Register(a, own("listWalletDays", http.MethodGet, "/wallet/days"), h.listWalletDays)
	huma.Register(a, own("listWalletBonuses", http.MethodGet, "/wallet/bonuses"), h.listWalletBonuses)
	begin := own("addFund", http.MethodPost, "/wallet/add-fund")
	begin.Middlewares = h.Limits.PerMinute(a, topUpsPerMinute)
	huma.Register(a, begin, h.addFund)
}

// topUpsPerMinute is more than a person begins. Each may be a call of a gateway.
const topUpsPerMinute = 20

type walletOutput struct {
	Body struct {
		Balance  float64            `json:"balance"`
		MinTopUp float64            `json:"least_top_up" doc:"Smallest top-up."`
		MaxTopUp float64            `json:"most_top_up" doc:"Largest top-up; 0: no limit."`
		Gateways []view.GatewayView `json:"gateways" doc:"Gateways for a top-up. Empty: nothing can be paid in."`
	}
}

// getWallet returns what is in the customer's wallet (WAL-01).
func (h *Handlers) getWallet(ctx context.Context, _ *call.ScopeInput) (*walletOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	balance, err := h.Wallets.Read(ctx, call.Session(ctx).CustomerID)
	if err != nil {
		return nil, err
	}
	major, out := settings.Currency.Money().ToMajor, new(walletOutput)
	out.Body.Balance, out.Body.Gateways = major(balance), view.Gateways(h.Orders.Purchases.Gateways, translation.Language(ctx))
	out.Body.MinTopUp, out.Body.MaxTopUp = major(max(settings.Wallet.MinTopUp, 1)), major(settings.Wallet.MaxTopUp)
	return out, nil
}

type walletTransactionsInput struct {
	call.Scope
	call.Page
	Type string `query:"type" enum:"all,credit,debit" default:"all" doc:"credit: money that came in. debit: money that was spent."`
}

type walletTransactionsOutput struct {
	Body struct {
		call.Paged
		Transactions []walletTransactionView `json:"transactions" doc:"The newest first."`
	}
}

type walletTransactionView struct {
	ID        int64   `json:"id"`
	Kind      string  `json:"kind" enum:"top_up,bonus,order,refund,trip,trip_refund,points,referral,cashback,other" doc:"refund: an order was canceled, failed or refunded. trip_refund: money of a trip was given back."`
	OrderID   int64   `json:"order_id,omitempty"`
	TripID    int64   `json:"trip_id,omitempty"`
	Amount    float64 `json:"amount" doc:"Below zero: the money was spent."`
	Balance   float64 `json:"balance" doc:"The balance after it."`
	CreatedAt string  `json:"created_at" doc:"RFC 3339."`
}

// walletKinds are the kinds of transfers as customers know them. Those of orders that
// are not named give money back.
var walletKinds = map[ledger.Kind]string{
	ledger.TopUp: "top_up", ledger.TopUpBonus: "bonus", ledger.WalletPart: "order", ledger.OrderPaid: "order",
	ledger.PointsConverted: "points", ledger.Referral: "referral", ledger.Cashback: "cashback", ledger.BackToWallet: "refund",
}

func viewWalletTransaction(m money.Currency, l wallet.Entry) walletTransactionView {
	v := walletTransactionView{ID: l.ID, Kind: walletKinds[l.Kind], Amount: m.ToMajor(l.Amount), Balance: m.ToMajor(l.Balance), CreatedAt: view.UnixMilli(l.CreatedAt)}
	id := l.ForPurchase()
	if l.OfTrip {
		v.TripID, v.Kind = *id, "trip"
		if l.Amount > 0 {
			v.Kind = "trip_refund"
		}
		return v
	}
	if id != nil {
		v.OrderID = *id
	}
	switch {
	case v.Kind == "refund" && v.OrderID == 0: // a payment into the wallet that came twice
		v.Kind = "other"
	case v.Kind != "":
	case l.OrderID != nil:
		v.Kind = "refund"
	default:
		v.Kind = "other"
	}
	return v
}

func (h *Handlers) listWalletTransactions(ctx context.Context, in *walletTransactionsInput) (*walletTransactionsOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	page, total, err := h.Wallets.History(ctx, call.Session(ctx).CustomerID, ledger.Direction(in.Type), in.Paging())
	if err != nil {
		return nil, err
	}
	out := new(walletTransactionsOutput)
	out.Body.Paged, out.Body.Transactions = in.Of(total), make([]walletTransactionView, len(page))
	for i, l := range page {
		out.Body.Transactions[i] = viewWalletTransaction(settings.Currency.Money(), l)
	}
	return out, nil
}

type walletDaysInput struct {
	call.Scope
	Days int `query:"days" default:"30" minimum:"2" maximum:"366"`
}

type walletDaysOutput struct {
	Body struct {
		Days []walletDayView `json:"days" doc:"The oldest first; the last one is today."`
	}
}

type walletDayView struct {
	Date    string  `json:"date" example:"2026-11-23" doc:"The day in the town's time zone."`
	Balance float64 `json:"balance" doc:"The balance at the end of the day."`
}

// listWalletDays returns what was in the wallet on each of the last days, for a chart.
func (h *Handlers) listWalletDays(ctx context.Context, in *walletDaysInput) (*walletDaysOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	days, err := h.Wallets.Days(ctx, call.Session(ctx).CustomerID, in.Days)
	if err != nil {
		return nil, err
	}
	out := new(walletDaysOutput)
	out.Body.Days = make([]walletDayView, len(days))
	for i, d := range days {
		out.Body.Days[i] = walletDayView{d.Date, settings.Currency.Money().ToMajor(d.Balance)}
	}
	return out, nil
}

type walletBonusesOutput struct {
	Body struct {
		call.Paged
		Bonuses []walletBonusView `json:"bonuses" doc:"Bonuses that the customer can get now."`
	}
}

type walletBonusView struct {
	ID          string  `json:"id"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	Percent     float64 `json:"percent" doc:"Percent of the payment. 0: amount is added."`
	Amount      float64 `json:"amount"`
	MinTopUp    float64 `json:"least_top_up" doc:"The least payment for which the bonus is given."`
	MaxBonus    float64 `json:"most_bonus" doc:"The most that a percentage adds; 0: no limit."`
	EndsOn      string  `json:"ends_on,omitempty" example:"2026-11-30" doc:"The last day. Absent: the bonus does not end."`
	Left        int64   `json:"left" doc:"How often the customer can still get the bonus; -1: no limit."`
}

func viewBonus(m money.Currency, text func(string) string, b wallet.Bonus) walletBonusView {
	return walletBonusView{
		ID: b.ID, Title: text(b.Title), Description: text(b.Description), Percent: b.Percent.Percent(), Amount: m.ToMajor(b.Amount), MinTopUp: m.ToMajor(b.MinTopUp),
		MaxBonus: m.ToMajor(b.MaxBonus), EndsOn: b.End, Left: b.Left,
	}
}

func (h *Handlers) listWalletBonuses(ctx context.Context, in *call.ShortListInput) (*walletBonusesOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	bonuses, err := h.Wallets.Bonuses(ctx, call.Session(ctx).CustomerID)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	views := make([]walletBonusView, len(bonuses))
	for i, b := range bonuses {
		views[i] = viewBonus(settings.Currency.Money(), directory.Texts(ctx).Setting, b)
	}
	out := new(walletBonusesOutput)
	out.Body.Paged, out.Body.Bonuses = call.PageOf(call.Page(in.ShortPage), views)
	return out, nil
}

type addFundInput struct {
	call.Scope
	call.KeyHeader
	call.Return
	Body struct {
		Amount          float64 `json:"amount" minimum:"0" maximum:"1000000000"`
		PaymentMethod   string  `json:"payment_method,omitempty" maxLength:"40" doc:"The id of one of the wallet's gateways."`
		Callback        string  `json:"callback,omitempty" maxLength:"500" example:"/wallet" doc:"Where the gateway sends the customer back, on this shop's own origin; absent: the wallet."`
		PaymentPlatform string  `json:"payment_platform,omitempty" maxLength:"20" example:"web" doc:"Accepted and ignored."`
	}
}

type addFundOutput struct {
	Body struct {
		RedirectLink string `json:"redirect_link" doc:"The page on which the customer pays."`
		PaymentID    string `json:"payment_id" doc:"The id for getPayment. The callback gets it as the query field payment."`
	}
}

// addFund starts a payment into the customer's wallet (WAL-01).
func (h *Handlers) addFund(ctx context.Context, in *addFundInput) (*addFundOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	if in.Body.PaymentMethod == "" {
		return nil, errs.New(errs.Invalid, "Payment method is required").On("payment_method")
	}
	amount, err := call.ReadAmount(settings.Currency.Money(), in.Body.Amount, "amount")
	if err != nil {
		return nil, err
	}
	back, err := in.URL(h.Origin, in.Body.Callback, "/wallet")
	if err != nil {
		return nil, err
	}
	me := call.Session(ctx).CustomerID
	customer, err := h.Accounts.Customer(ctx, call.Session(ctx))
	if err != nil {
		return nil, err
	}
	p, err := h.Wallets.Start(ctx, wallet.TopUp{
		CustomerID: me, Amount: amount, Gateway: in.Body.PaymentMethod, ReturnURL: back, Email: account.Text(customer.Email), Language: in.Language,
	})
	out := new(addFundOutput)
	out.Body.RedirectLink, out.Body.PaymentID = p.URL, p.ID
	return out, err
}
