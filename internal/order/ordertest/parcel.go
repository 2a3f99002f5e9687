package ordertest

import (
	"testing"

	"hawker/internal/order"
	"hawker/internal/parcel"
	"hawker/internal/purchase"
)

// ParcelID is the module of parcels.
const ParcelID = 14

// OfferParcels makes parcels a module of both zones, and returns the id of a category:
// 2.00, 0.50 a kilometre, 3.00 at least, 1.00 for each further package, at most four. A
// parcel from Store to Door is 1 km away.
func (w *Town) OfferParcels(t testing.TB) (categoryID int64) {
	t.Helper()
	w.Exec(t, `INSERT INTO modules (id, slug, module_type, name, description, picture, position, active) VALUES (14, 'parcel', 'parcel', 'Parcel', '', 'module/parcel', 3, TRUE)`)
	w.Exec(t, `INSERT INTO tariffs (zone_id, module_id, per_km, minimum_charge, maximum_charge, surge_type, surge) VALUES (1, 14, 0, 0, 0, 'percent', 1000), (2, 14, 0, 0, 0, '', 0)`)
	w.Exec(t, `INSERT INTO parcel_instructions (slug, text, position) VALUES ('fragile', 'Fragile', 1)`)
	return w.insert(t, `INSERT INTO parcel_categories (slug, module_id, name, description, picture, maximum_weight, base_charge, per_km, minimum_charge, further_charge,
			maximum_quantity, position, active)
		VALUES ('documents', 14, 'Documents', 'Letters', 'module/parcel', 'up to 1 kg', 200, 50, 300, 100, 4, 1, TRUE) RETURNING id`)
}

// Parcel is a request to send one package of a category from the point of Store to Door.
// The sender pays in cash.
func Parcel(shopperID, categoryID int64) order.Request {
	return order.Request{
		ShopperID: shopperID, Guest: true, ModuleID: ParcelID, Source: order.FromParcel, Type: order.Parcel,
		Address:       &order.Address{Address: "1 Harbour Road", Point: StorePoint, Name: "Asha Rao", Phone: "+12025550123"},
		PaymentMethod: purchase.CashOnDelivery,
		Parcel: &order.ParcelRequest{CategoryID: categoryID, Quantity: 1, Payer: parcel.Sender,
			Receiver: &order.Address{Address: "2 Hill Street", Point: Door, Name: "Ben Okri", Phone: "(202) 555-0177"}},
	}
}
