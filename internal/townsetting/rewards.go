package townsetting

import (
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

// parseRewards returns the rules of rewards. The days of cashback are those of the town.
func (p *parser) parseRewards(in *townfile.Rewards) setting.Rewards {
	if in == nil {
		return setting.Defaults().Rewards
	}
	r := setting.Rewards{
		Points: setting.PointRules(in.Points),
		Referral: setting.ReferralRules{
			Referrer: p.amount(in.Referral.Referrer), Friend: p.amount(in.Referral.Friend),
			MinOrder: p.amount(in.Referral.MinOrder),
		},
	}
	for _, o := range in.Cashback {
		offer := setting.CashbackOffer{
			ID: o.ID, Title: o.Title, MinPurchase: p.amount(o.MinPurchase), MaxCashback: p.amount(o.MaxCashback),
			Starts: p.date(o.Start), Ends: p.date(o.End), PerCustomer: o.PerCustomer, Modules: o.Modules,
		}
		if value := p.value(o.Discount.Type, o.Discount.Value); o.Discount.Type == string(pricing.Percent) {
			offer.Percent = money.Rate(value)
		} else {
			offer.Amount = money.Amount(value)
		}
		r.Cashback = append(r.Cashback, offer)
	}
	return r
}

func formatRewards(f townfile.Formatter, r setting.Rewards) *townfile.Rewards {
	out := &townfile.Rewards{
		Points: townfile.Points(r.Points),
		Referral: townfile.Referral{
			Referrer: f.AmountOrNone(r.Referral.Referrer), Friend: f.AmountOrNone(r.Referral.Friend), MinOrder: f.AmountOrNone(r.Referral.MinOrder),
		},
	}
	for _, o := range r.Cashback {
		kind, value := string(pricing.Flat), int64(o.Amount)
		if o.Percent != 0 {
			kind, value = string(pricing.Percent), int64(o.Percent)
		}
		out.Cashback = append(out.Cashback, townfile.Cashback{
			ID: o.ID, Title: o.Title, Discount: townfile.Rebate{Type: kind, Value: f.Value(kind, value)},
			MinPurchase: f.AmountOrNone(o.MinPurchase), MaxCashback: f.AmountOrNone(o.MaxCashback),
			Start: townfile.Day(o.Starts), End: townfile.Day(o.Ends), PerCustomer: o.PerCustomer, Modules: o.Modules,
		})
	}
	return out
}
