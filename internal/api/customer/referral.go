package customer

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/catalog"
	"hawker/internal/money"
	"hawker/internal/reward"
	"hawker/internal/translation"
)

func (h *Handlers) registerReferral(a huma.API) {
	huma.Register(a, own("getReferral", http.MethodGet, "/referral"), h.getReferral)
	huma.Register(a, own("listCashback", http.MethodGet, "/cashback"), h.listCashback)
}

type referralOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		RefCode        string  `json:"ref_code"`
		Link           string  `json:"link" doc:"A path of the shop that opens the sign-up with the code."`
		ReferrerReward float64 `json:"referrer_reward" doc:"What the customer gets for a friend; major units."`
		FriendReward   float64 `json:"friend_reward" doc:"What the friend gets; major units."`
		MinOrder       float64 `json:"least_order" doc:"The least total of the friend's order for which the reward is given, major units. 0: any total."`
		Joined         int64   `json:"joined" doc:"Friends who signed up with the code."`
		Rewarded       int64   `json:"rewarded" doc:"Friends whose first order was delivered, so that the customer was rewarded."`
		Earned         float64 `json:"earned" doc:"What the customer got for all friends, major units."`
	}
}

func (h *Handlers) getReferral(ctx context.Context, _ *call.ScopeInput) (*referralOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	r, err := h.Rewards.Referral(ctx, call.Session(ctx).CustomerID)
	if err != nil {
		return nil, err
	}
	m, out := settings.Currency.Money(), new(referralOutput)
	b := &out.Body
	b.RefCode, b.Link = r.Code, "/auth?mode=sign-up&ref_code="+r.Code
	b.ReferrerReward, b.FriendReward, b.MinOrder = m.ToMajor(r.Rules.Referrer), m.ToMajor(r.Rules.Friend), m.ToMajor(r.Rules.MinOrder)
	b.Joined, b.Rewarded, b.Earned = r.Joined, r.Rewarded, m.ToMajor(r.Earned)
	return out, nil
}

type cashbackOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		call.Paged
		Offers []cashbackView `json:"offers" doc:"Offers that run today and that the customer can still use."`
	}
}

type cashbackView struct {
	ID          string   `json:"id"`
	Title       string   `json:"title"`
	Percent     float64  `json:"percent,omitempty" doc:"Percent of the order's total. Absent: amount is given."`
	Amount      float64  `json:"amount,omitempty" doc:"Major units."`
	MinPurchase float64  `json:"min_purchase" doc:"The least total of the order, major units."`
	MaxCashback float64  `json:"max_cashback" doc:"The most that a percentage gives, major units. 0: no cap."`
	StartDate   string   `json:"start_date,omitempty" example:"2026-11-20"`
	EndDate     string   `json:"end_date,omitempty" doc:"The last day." example:"2026-11-27"`
	Left        int64    `json:"left" doc:"How often the customer can still get it; -1: no limit."`
	Modules     []string `json:"modules" doc:"Slugs of the modules in which it is given; none: every module."`
	ModuleNames []string `json:"module_names" doc:"Names of these modules, of the open ones only."`
}

func viewCashback(m money.Currency, modules []catalog.Module, texts translation.Reader, o reward.RunningOffer) cashbackView {
	v := cashbackView{
		ID: o.ID, Title: texts.Setting(o.Title), Percent: o.Percent.Percent(), Amount: m.ToMajor(o.Amount),
		MinPurchase: m.ToMajor(o.MinPurchase), MaxCashback: m.ToMajor(o.MaxCashback),
		StartDate: o.Starts, EndDate: o.Ends, Left: o.Left, Modules: append([]string{}, o.Modules...),
		ModuleNames: []string{},
	}
	for _, module := range modules {
		if slices.Contains(o.Modules, module.Slug) {
			v.ModuleNames = append(v.ModuleNames, texts.Name(translation.Module, module.Slug, module.Name))
		}
	}
	return v
}

func (h *Handlers) listCashback(ctx context.Context, in *call.ShortListInput) (*cashbackOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	offers, err := h.Rewards.Cashback(ctx, call.Session(ctx).CustomerID)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	views := make([]cashbackView, len(offers))
	for i, o := range offers {
		views[i] = viewCashback(settings.Currency.Money(), directory.Modules(), directory.Texts(ctx), o)
	}
	out := new(cashbackOutput)
	out.Body.Paged, out.Body.Offers = call.PageOf(call.Page(in.ShortPage), views)
	return out, nil
}
