package renting_test

import (
	"fmt"
	"maps"
	"math"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// invoicedTrip is what the invoice of a trip shows.
type invoicedTrip struct {
	Rows     []shownRow
	Payments []struct {
		Method   string
		Amount   float64
		PaidAt   string `json:"paid_at"`
		AtReturn bool   `json:"at_return"`
	}
	Refunds     []struct{ Amount float64 }
	DepositBack float64 `json:"deposit_back"`
	ReturnedAt  string  `json:"returned_at"`
}

// paidInTheEnd is what was paid and not given back.
func (i invoicedTrip) paidInTheEnd() float64 {
	sum := -i.DepositBack
	for _, p := range i.Payments {
		sum += p.Amount
	}
	for _, r := range i.Refunds {
		sum -= r.Amount
	}
	return math.Round(100*sum) / 100
}

// A trip of two hours costs 22.00 in cash, 2.00 of it tax, and a deposit of 50.00.
func TestTrips_RNT11_ORD01_PRC07_TRAP_M8_theInvoiceAddsUp(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		f := triptest.In(t, c.Fixture)
		f.Exec(t, `UPDATE vehicles SET deposit = 5000`)
		f.SetSettings(t, func(s *setting.Settings) {
			s.Rental.Deposits, s.Rental.ExtensionHours, s.Rental.LatePercent, s.Rental.LateGraceMinutes = true, 4, 150, 30
		})
		for key, tt := range map[string]struct {
			extended, late    time.Duration
			refund            refund.Decision
			atReturn, back    float64
			taxes             map[string]float64
			refunds, inTheEnd float64
		}{
			"in-time-1":  {0, 0, refund.Decision{}, 0, 50, map[string]float64{"tax": 2}, 0, 22},
			"late-0001":  {0, 4 * time.Hour, refund.Decision{}, 16, 0, map[string]float64{"tax": 2, "late_tax": 6}, 0, 88},
			"extended-1": {2 * time.Hour, 31 * time.Minute, refund.Decision{}, 0, 11.5, map[string]float64{"tax": 2, "extension_tax": 2, "late_tax": 1.5}, 0, 60.5},
			"part-0001":  {0, 4 * time.Hour, refund.Decision{Amount: 3000}, 16, 0, map[string]float64{"tax": 2, "late_tax": 6}, 30, 58},
			"whole-001":  {0, 4 * time.Hour, refund.Decision{Whole: true}, 16, 0, map[string]float64{"tax": 2, "late_tax": 6}, 88, 0},
		} {
			d := f.Book(t, key, triptest.Request(f.Guest(t)), time.Time{})
			f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing)
			if tt.extended > 0 {
				by := purchase.Owner{ShopperID: d.ShopperID}
				if _, err := f.Trips.Extend(t.Context(), d.ID, by, time.UnixMilli(f.ReadTrip(t, d).ReturnAt).Add(tt.extended), 2200); err != nil {
					t.Fatal(err)
				}
			}
			f.Clock.Advance(2*time.Hour + tt.extended + tt.late)
			f.MoveTrip(t, d.ID, trip.Completed)
			if tt.refund.Whole || tt.refund.Amount > 0 {
				f.Refund(t, d.ID, tt.refund)
			}
			got := apitest.Read[invoicedTrip](t, c.Call(t, "GET", fmt.Sprint("/rental/trips/", d.ID), "", "X-Order-Token", c.Tokens.Tracking(d.ID)))
			rows, taxes := map[string]float64{}, map[string]float64{}
			for _, r := range got.Rows {
				rows[r.Code] = r.Amount
				if r.Code == "tax" || r.Code == "extension_tax" || r.Code == "late_tax" {
					taxes[r.Code] = r.Amount
				}
			}
			if rows["paid"] != tt.inTheEnd || got.paidInTheEnd() != tt.inTheEnd || got.DepositBack != tt.back || !maps.Equal(taxes, tt.taxes) {
				t.Errorf("%s: %+v, paid in the end %v", key, got, got.paidInTheEnd())
			}
			if tt.atReturn == 0 {
				if len(got.Payments) != 1 {
					t.Errorf("%s: payments %+v", key, got.Payments)
				}
				continue
			}
			if len(got.Payments) != 2 || got.Payments[0].AtReturn {
				t.Fatalf("%s: payments %+v", key, got.Payments)
			}
			if p := got.Payments[1]; p.Method != "cash_on_delivery" || p.Amount != tt.atReturn || !p.AtReturn || p.PaidAt != got.ReturnedAt {
				t.Errorf("%s: at the return %+v", key, p)
			}
		}
	})
}
