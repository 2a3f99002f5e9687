package reward_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"hawker/internal/errs"
	"hawker/internal/setting"
)

func TestConvert_WAL03_asManyAsGiveWholeAmounts(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		me, shopper := w.Customer(t)
		w.delivered(t, shopper, 20) // 202 points
		w.SetSettings(t, func(s *setting.Settings) {
			s.Rewards.Points = setting.PointRules{PerUnit: 1, UnitFor: 250, MinToConvert: 50}
		})
		for key, points := range map[string]int64{"too-few-1": 49, "too-many": 203} {
			if _, err := w.Rewards.Convert(t.Context(), me, key, points); err == nil || errs.From(err).Field != "points" {
				t.Errorf("%d points: %v", points, err)
			}
		}
		for range 3 { // the same request again
			c, err := w.Rewards.Convert(t.Context(), me, "key-00001", 103)
			if err != nil || c.Points != 100 || c.Amount != 40 {
				t.Fatalf("%+v, %v", c, err)
			}
		}
		if _, err := w.Rewards.Convert(t.Context(), me, "key-00001", 60); !errs.Is(err, errs.Conflict) {
			t.Errorf("other points under the same key: %v", err)
		}
		if points, wallet := w.points(t, me), w.wallet(t, me); points != 102 || wallet != 40 {
			t.Errorf("%d points and %d in the wallet", points, wallet)
		}
	})
}

func TestConvert_WAL03_isClosedWhileOff(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		me, shopper := w.Customer(t)
		w.delivered(t, shopper, 1)
		for name, edit := range map[string]func(*setting.Settings){
			"points":      func(s *setting.Settings) { s.Storefront.LoyaltyPoints = false },
			"wallet":      func(s *setting.Settings) { s.Storefront.CustomerWallet = false },
			"conversions": func(s *setting.Settings) { s.Rewards.Points.UnitFor = 0 },
		} {
			w.SetSettings(t, func(s *setting.Settings) {
				s.Storefront.LoyaltyPoints, s.Storefront.CustomerWallet, s.Rewards.Points.UnitFor = true, true, 100
				edit(s)
			})
			if _, err := w.Rewards.Convert(t.Context(), me, "key-00001", 5); !errs.Is(err, errs.Forbidden) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := w.points(t, me); got != 12 {
			t.Errorf("%d points are left", got)
		}
	})
}

func TestConvert_TRAP_W3_W1_parallelConversionsSpendEachPointOnce(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		me, shopper := w.Customer(t)
		w.SetSettings(t, func(s *setting.Settings) {
			s.Rewards.Points = setting.PointRules{PerUnit: 5, UnitFor: 250, MinToConvert: 5}
		})
		w.place(t, w.Guest(t), 1, nil)
		o := w.place(t, shopper, 10, nil) // 102.00: 510 points
		w.finish(t, o.ID)
		w.convert(t, me, 10) // 100 steps are left
		var done atomic.Int64
		var all sync.WaitGroup
		for i := range 200 {
			all.Go(func() {
				switch _, err := w.Rewards.Convert(t.Context(), me, fmt.Sprintf("parallel-%d", i), 5); {
				case err == nil:
					done.Add(1)
				case !errs.Is(err, errs.Conflict):
					t.Error(err)
				}
			})
		}
		all.Wait()
		if points, wallet := w.points(t, me), w.wallet(t, me); done.Load() != 100 || points != 0 || wallet != 101*2+2 {
			t.Errorf("%d conversions, %d points left, %d in the wallet", done.Load(), points, wallet)
		}
	})
}

func TestConvert_TRAP_W3_theSameRequestInParallelConvertsOnce(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		me, shopper := w.Customer(t)
		w.delivered(t, shopper, 5)
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if _, err := w.Rewards.Convert(t.Context(), me, "the-same", 10); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if points, wallet := w.points(t, me), w.wallet(t, me); points != 42 || wallet != 10 {
			t.Errorf("%d points and %d in the wallet", points, wallet)
		}
	})
}
