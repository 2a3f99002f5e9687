package renting_test

import (
	"fmt"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/recent"
	"hawker/internal/vehicle/vehicletest"
)

func TestTripCart_CART01_TRAP_C1_I18N01_namesProvidersInTheLanguageOfTheRequest(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		fleet := vehicletest.In(t, c.DB, catalogtest.Of(t, c.DB))
		for _, id := range []int64{1, 2} {
			fleet.Vehicle(id, fleet.Provider(id, nil), nil)
		}
		c.Exec(t, `INSERT INTO translations (slug, kind, record, language, texts) VALUES ('p1', 'provider', 'provider-1', 'ar', '{"name":"المرساة"}'), ('p2', 'provider', 'provider-2', 'ar', '{"name":"الكثيب"}')`)
		c.Exec(t, `INSERT INTO catalog_revision (id, revision) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET revision = catalog_revision.revision + 1`)
		c.Clock.Advance(recent.Oldest)
		rent := func(vehicle int64, who ...string) {
			line := apitest.Fields{"vehicle_id": vehicle, "quantity": 1, "rental_type": "hourly", "estimated_hours": 3}
			headers := append([]string{"moduleId", fmt.Sprint(vehicletest.Rental), "latitude", "-11.4", "longitude", "65.2"}, who...)
			if a := c.Send(t, "POST", "/rental/cart", line, headers...); a.Status != 200 {
				t.Fatalf("rent: %d %s", a.Status, a.Body)
			}
		}
		rent(1, apitest.Bearer(c.SignUp(t).Token)...)
		rent(2, "X-Guest-Id", c.GuestID)
		login := apitest.Fields{"login_type": "manual", "email_or_phone": apitest.Email, "field_type": "email", "password": apitest.Password, "guest_id": c.GuestID}
		in := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/login", login, "X-localization", "ar"))
		if len(in.CartConflict) != 1 || in.CartConflict[0].GuestStore != "الكثيب" || in.CartConflict[0].AccountStore != "المرساة" {
			t.Errorf("the conflict is %+v", in.CartConflict)
		}
	})
}
