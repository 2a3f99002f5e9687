package towndb

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/setting"
	"hawker/internal/townfile"
	"hawker/internal/townsetting"
)

// redateSettings makes the relative days of cashback offers and of wallet bonuses count
// from now. What else has been changed in them since the import stays.
func (im *importer) redateSettings(ctx context.Context, tx *db.Tx) error {
	s, err := setting.Read(ctx, tx)
	if err != nil {
		return err
	}
	in, err := townsetting.Parse(im.town.Settings, im.now)
	if err != nil {
		return fmt.Errorf("%s: %w", townfile.SettingsFile, err)
	}
	bonuses, offers := map[string]setting.Bonus{}, map[string]setting.CashbackOffer{}
	for _, b := range in.Wallet.Bonuses {
		bonuses[b.ID] = b
	}
	for _, o := range in.Rewards.Cashback {
		offers[o.ID] = o
	}
	for i := range s.Wallet.Bonuses {
		if b, ok := bonuses[s.Wallet.Bonuses[i].ID]; ok {
			s.Wallet.Bonuses[i].Start, s.Wallet.Bonuses[i].End = b.Start, b.End
		}
	}
	for i := range s.Rewards.Cashback {
		if o, ok := offers[s.Rewards.Cashback[i].ID]; ok {
			s.Rewards.Cashback[i].Starts, s.Rewards.Cashback[i].Ends = o.Starts, o.Ends
		}
	}
	return setting.Write(ctx, tx, s, im.now)
}
