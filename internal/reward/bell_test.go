package reward_test

import (
	"slices"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/notification"
	"hawker/internal/setting"
)

// told are the notifications of a customer: those about rewards, and all of them, the newest first.
func (w fixture) told(t *testing.T, customerID int64) (rewards, all []notification.Notification) {
	t.Helper()
	all, _, err := w.Notifications.List(t.Context(), customerID, catalog.Paging{Size: 100, Number: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range all {
		if n.OrderID == nil {
			rewards = append(rewards, n)
		}
	}
	return rewards, all
}

// The bell tells what a delivered order has earned in one entry, beside the delivery.
func TestOrderChanged_WAL03_WAL06_PROF06_tellsRewardsInOneEntry(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		tenth := setting.CashbackOffer{ID: "tenth", Percent: 1000}
		for _, tt := range []struct {
			perUnit int64
			offers  []setting.CashbackOffer
			kind    notification.Kind // "": none
			params  notification.Params
		}{
			{1, []setting.CashbackOffer{tenth}, notification.OrderRewarded, notification.Params{Points: 22, Amount: 220}},
			{1, nil, notification.PointsEarned, notification.Params{Points: 22}},
			{0, []setting.CashbackOffer{tenth}, notification.CashbackReceived, notification.Params{Amount: 220}},
			{0, nil, "", notification.Params{}},
		} {
			me, shopper := w.Customer(t)
			w.SetSettings(t, func(s *setting.Settings) { s.Rewards.Points.PerUnit, s.Rewards.Cashback = tt.perUnit, tt.offers })
			o := w.delivered(t, shopper, 2)
			told, page := w.told(t, me)
			tt.params.Order = o.ID
			switch {
			case tt.kind == "" && len(told) > 0, tt.kind != "" && len(told) != 1:
				t.Errorf("%+v: %+v", tt, told)
			case tt.kind != "" && (told[0].Kind != tt.kind || told[0].Params.V != tt.params):
				t.Errorf("%+v: %+v", tt, told[0])
			}
			if !slices.ContainsFunc(page, func(n notification.Notification) bool { return n.Kind == notification.OrderDelivered }) {
				t.Errorf("the delivery is missing: %+v", page)
			}
		}
	})
}
