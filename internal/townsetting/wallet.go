package townsetting

import (
	"hawker/internal/money"
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

func (p *parser) parseWallet(in townfile.Wallet) setting.Wallet {
	w := setting.Wallet{MinTopUp: p.amount(in.MinTopUp), MaxTopUp: p.amount(in.MaxTopUp)}
	for _, b := range in.Bonuses {
		bonus := setting.Bonus{
			ID: b.ID, Title: b.Title, Description: b.Description, MinTopUp: p.amount(b.MinTopUp), MaxBonus: p.amount(b.MaxBonus),
			Start: p.date(b.Start), End: p.date(b.End), PerCustomer: int64(b.PerCustomer),
		}
		if value := p.value(b.Bonus.Type, b.Bonus.Value); b.Bonus.Type == "percent" {
			bonus.Percent = money.Rate(value)
		} else {
			bonus.Amount = money.Amount(value)
		}
		w.Bonuses = append(w.Bonuses, bonus)
	}
	return w
}

func formatWallet(f townfile.Formatter, w setting.Wallet) townfile.Wallet {
	out := townfile.Wallet{MinTopUp: f.AmountOrNone(w.MinTopUp), MaxTopUp: f.AmountOrNone(w.MaxTopUp)}
	for _, b := range w.Bonuses {
		rebate := townfile.Rebate{Type: "amount", Value: f.Amount(b.Amount)}
		if b.Percent != 0 {
			rebate = townfile.Rebate{Type: "percent", Value: f.Value("percent", int64(b.Percent))}
		}
		out.Bonuses = append(out.Bonuses, townfile.Bonus{
			ID: b.ID, Title: b.Title, Description: b.Description, Bonus: rebate, MinTopUp: f.AmountOrNone(b.MinTopUp),
			MaxBonus: f.AmountOrNone(b.MaxBonus), Start: townfile.Day(b.Start), End: townfile.Day(b.End), PerCustomer: int(b.PerCustomer),
		})
	}
	return out
}
