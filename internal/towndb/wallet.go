package towndb

import (
	"hawker/internal/money"
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

func (im *importer) parseWallet(p *parser, in townfile.Wallet) setting.Wallet {
	w := setting.Wallet{LeastTopUp: p.amount(im.currency, in.LeastTopUp), MostTopUp: p.amount(im.currency, in.MostTopUp)}
	zone := p.location(im.town.Settings.Location.TimeZone)
	for _, b := range in.Bonuses {
		bonus := setting.Bonus{
			ID: b.ID, Title: b.Title, Description: b.Description, LeastTopUp: p.amount(im.currency, b.LeastTopUp), MostBonus: p.amount(im.currency, b.MostBonus),
			Start: p.date(b.Start, im.now, zone), End: p.date(b.End, im.now, zone), PerCustomer: int64(b.PerCustomer),
		}
		if value := p.value(im.currency, b.Bonus.Type, b.Bonus.Value); b.Bonus.Type == "percent" {
			bonus.Percent = money.Rate(value)
		} else {
			bonus.Amount = money.Amount(value)
		}
		w.Bonuses = append(w.Bonuses, bonus)
	}
	return w
}

func (ex *exporter) formatWallet(w setting.Wallet) townfile.Wallet {
	out := townfile.Wallet{LeastTopUp: ex.amountOrNone(w.LeastTopUp), MostTopUp: ex.amountOrNone(w.MostTopUp)}
	for _, b := range w.Bonuses {
		rebate := townfile.Rebate{Type: "amount", Value: ex.amount(b.Amount)}
		if b.Percent != 0 {
			rebate = townfile.Rebate{Type: "percent", Value: ex.value("percent", int64(b.Percent))}
		}
		out.Bonuses = append(out.Bonuses, townfile.Bonus{
			ID: b.ID, Title: b.Title, Description: b.Description, Bonus: rebate, LeastTopUp: ex.amountOrNone(b.LeastTopUp),
			MostBonus: ex.amountOrNone(b.MostBonus), Start: townfile.Day(b.Start), End: townfile.Day(b.End), PerCustomer: int(b.PerCustomer),
		})
	}
	return out
}
