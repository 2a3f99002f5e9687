package demo

import (
	"context"
	"fmt"
	"net/http"
)

// refusedMedicine is what the demo's pharmacists never give out, so that a refusal can
// be seen.
const refusedMedicine = "Sleeping tablets"

// readPrescription approves or refuses the prescription of an order, in half the time the
// store takes to confirm. Only the prescription of one medicine is refused.
func (s *Staff) readPrescription(ctx context.Context, o orderView, done float64) error {
	if done < 0.5 {
		return nil
	}
	answer := map[string]any{"approve": true}
	for _, l := range o.Lines {
		if l.Name == refusedMedicine {
			answer = map[string]any{"approve": false, "reason": "This prescription has expired. Please ask your doctor for a new one."}
		}
	}
	return s.crew.call(ctx, cookOf(o.Store), http.MethodPost, fmt.Sprintf("/vendor/prescriptions/%d", o.ID), answer, nil)
}
