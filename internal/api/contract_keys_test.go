package api

import (
	"slices"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// moving are the calls that place, pay or move money.
var moving = []string{
	"placeOrder", "placeTrip", "convertLoyaltyPoints",
	"payOrder", "payTrip", "addFund", "cancelOrder", "cancelTrip", "extendTrip", "sendOfflinePayment", "sendTripOfflinePayment",
	"decideOfflinePayment", "notePaidBack", "decideRefund", "decideTripRefund", "decideCharge", "decideFailedRefund",
	"moveVendorOrder", "moveRiderOrder", "moveAdminOrder", "moveVendorTrip", "moveAdminTrip", "answerVendorPrescription", "answerAdminPrescription",
}

func TestDocument_TRAP_O1_callsThatMoveMoneyTakeAnIdempotencyKey(t *testing.T) {
	t.Parallel()
	found := 0
	for name, op := range newContract().calls() {
		if !slices.Contains(moving, op.OperationID) {
			continue
		}
		found++
		if !slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.Name == "Idempotency-Key" && p.In == "header" }) {
			t.Errorf("%s takes no Idempotency-Key", name)
		}
	}
	if found != len(moving) {
		t.Errorf("%d of %d calls were found", found, len(moving))
	}
}
