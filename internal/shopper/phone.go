package shopper

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// CountsByPhone is the condition of a row that counts for the shopper $1 because it has the
// phone $2. The row has a contact_phone, a shopper_id and the id of a purchase.
//
// Guests prove no phone. All that was bought with one counts together, so that new guest ids
// get around no limit. But anybody can type somebody else's phone: what others bought with it
// does not count for the customer who has verified it, and what that customer has disowned
// counts for nobody but its buyer.
func CountsByPhone(row, purchaseID string) string {
	phone, buyer := row+`.contact_phone`, row+`.shopper_id`
	return phone + ` = $2 AND ` + phone + ` <> '' AND (` + buyer + ` = $1 OR NOT EXISTS (
		SELECT 1 FROM customers c WHERE c.phone = $2 AND c.phone_verified AND (c.shopper_id = $1 OR EXISTS (
			SELECT 1 FROM not_mine n WHERE n.shopper_id = c.shopper_id AND n.purchase_id = ` + row + `.` + purchaseID + `))))`
}

// MayVerify reports whether the shopper could still verify the phone, so that only their own
// purchases count. shopVerifies says whether customers of the shop can verify phones.
func MayVerify(ctx context.Context, q db.Q, shopVerifies bool, shopperID int64, phone string) (bool, error) {
	if !shopVerifies {
		return false, nil
	}
	verified, err := db.One[int64](ctx, q, `SELECT COUNT(*) FROM customers WHERE shopper_id = $1 AND phone = $2 AND phone_verified`, shopperID, phone)
	if err != nil {
		return false, fmt.Errorf("look for a verified phone: %w", err)
	}
	return verified == 0, nil
}
