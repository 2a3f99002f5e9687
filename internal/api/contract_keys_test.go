package api

import (
	"slices"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// keyedCalls take an Idempotency-Key: they place, pay or cancel a purchase, or may cause a
// payment or a refund.
var keyedCalls = []string{
	"placeOrder", "placeTrip", "convertLoyaltyPoints",
	"payOrder", "payTrip", "addFund", "cancelOrder", "cancelTrip", "extendTrip", "sendOfflinePayment", "sendTripOfflinePayment",
	"decideOfflinePayment", "notePaidBack", "decideRefund", "decideTripRefund", "decideCharge", "decideFailedRefund",
	"moveVendorOrder", "moveRiderOrder", "moveAdminOrder", "moveVendorTrip", "moveAdminTrip", "answerVendorPrescription", "answerAdminPrescription",
}

func TestDocument_TRAP_O1_callsThatMoveMoneyTakeAnIdempotencyKey(t *testing.T) {
	t.Parallel()
	found := 0
	for name, op := range newContract().calls() {
		if !slices.Contains(keyedCalls, op.OperationID) {
			continue
		}
		found++
		if !slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.Name == "Idempotency-Key" && p.In == "header" }) {
			t.Errorf("%s takes no Idempotency-Key", name)
		}
	}
	if found != len(keyedCalls) {
		t.Errorf("%d of %d calls were found", found, len(keyedCalls))
	}
}
