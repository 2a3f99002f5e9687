package towndb

import (
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

// parseRewards returns the rules of rewards. The days of cashback are those of the town.
func (im *importer) parseRewards(p *parser, in *townfile.Rewards) setting.Rewards {
	if in == nil {
		return setting.Defaults().Rewards
	}
	r := setting.Rewards{
		Points: setting.PointRules(in.Points),
		Referral: setting.ReferralRules{
			Referrer: p.amount(im.currency, in.Referral.Referrer), Friend: p.amount(im.currency, in.Referral.Friend),
			LeastOrder: p.amount(im.currency, in.Referral.LeastOrder),
		},
	}
	zone := p.location(im.town.Settings.Location.TimeZone)
	for _, o := range in.Cashback {
		offer := setting.CashbackOffer{
			ID: o.ID, Title: o.Title, MinPurchase: p.amount(im.currency, o.MinPurchase), MaxCashback: p.amount(im.currency, o.MaxCashback),
			Starts: p.date(o.Start, im.now, zone), Ends: p.date(o.End, im.now, zone), PerCustomer: o.PerCustomer, Modules: o.Modules,
		}
		if value := p.value(im.currency, o.Discount.Type, o.Discount.Value); o.Discount.Type == string(pricing.Percent) {
			offer.Percent = money.Rate(value)
		} else {
			offer.Amount = money.Amount(value)
		}
		r.Cashback = append(r.Cashback, offer)
	}
	return r
}

func (ex *exporter) formatRewards(r setting.Rewards) *townfile.Rewards {
	out := &townfile.Rewards{
		Points: townfile.Points(r.Points),
		Referral: townfile.Referral{
			Referrer: ex.amountOrNone(r.Referral.Referrer), Friend: ex.amountOrNone(r.Referral.Friend), LeastOrder: ex.amountOrNone(r.Referral.LeastOrder),
		},
	}
	for _, o := range r.Cashback {
		kind, value := string(pricing.Flat), int64(o.Amount)
		if o.Percent != 0 {
			kind, value = string(pricing.Percent), int64(o.Percent)
		}
		out.Cashback = append(out.Cashback, townfile.Cashback{
			ID: o.ID, Title: o.Title, Discount: townfile.Rebate{Type: kind, Value: ex.value(kind, value)},
			MinPurchase: ex.amountOrNone(o.MinPurchase), MaxCashback: ex.amountOrNone(o.MaxCashback),
			Start: townfile.Day(o.Starts), End: townfile.Day(o.Ends), PerCustomer: o.PerCustomer, Modules: o.Modules,
		})
	}
	return out
}
