package api_test

import (
	"testing"
	"time"

	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
)

// prepared makes a call possible about what everybody has, by its name in the document.
var prepared = map[string]func(*testing.T, *accessAPI){
	"deleteCustomer": func(t *testing.T, c *accessAPI) { // what is under way would be in the way
		c.Exec(t, `UPDATE orders SET status = 'delivered'`)
		c.Exec(t, `UPDATE trips SET status = 'completed'`)
	},
	"postTripPhoto": func(t *testing.T, c *accessAPI) {
		c.SetSettings(t, func(s *setting.Settings) { s.Rental.Photos = true })
		c.Exec(t, `UPDATE trips SET status = 'confirmed'`)
	},
	"deleteDriverLicence": func(t *testing.T, c *accessAPI) { c.Exec(t, `UPDATE trips SET status = 'completed'`) }, // none needs it
	"requestRefund":       haveArrived,
	"postReviews":         haveArrived,
	"postTripReviews":     haveReturned,
	"requestTripRefund":   haveReturned,
	"sendOfflinePayment": func(t *testing.T, c *accessAPI) {
		c.OfferOffline(t)
		c.Exec(t, `UPDATE orders SET payment_method = 'offline_payment', payment_gateway = 'bank'`)
	},
	"sendTripOfflinePayment": func(t *testing.T, c *accessAPI) {
		c.OfferOffline(t)
		c.Exec(t, `UPDATE trips SET payment_method = 'offline_payment', payment_gateway = 'bank'`)
	},
	"payOrder": toPay("orders"),
	"payTrip":  toPay("trips"),
	"extendTrip": func(t *testing.T, c *accessAPI) {
		c.SetSettings(t, func(s *setting.Settings) { s.Rental.ExtensionHours = 1 })
		c.Exec(t, `UPDATE trips SET status = 'confirmed', subtotal = 0, discount = 0, tax = 0, return_at = $1`, ordertest.Now.Add(48*time.Hour).UnixMilli())
	},
	"sendConfirmCode": func(t *testing.T, c *accessAPI) { // it goes to a verified contact alone
		c.Exec(t, `UPDATE customers SET email_verified = TRUE WHERE email IS NOT NULL`)
	},
}

func haveArrived(t *testing.T, c *accessAPI) {
	c.Exec(t, `UPDATE orders SET status = 'delivered', payment_status = 'paid'`)
}

func haveReturned(t *testing.T, c *accessAPI) {
	c.Exec(t, `UPDATE trips SET status = 'completed', payment_status = 'paid'`)
}

func toPay(table string) func(*testing.T, *accessAPI) {
	return func(t *testing.T, c *accessAPI) {
		c.Exec(t, `UPDATE `+table+` SET payment_method = 'digital_payment', payment_gateway = 'card', payment_due_at = $1`, c.Clock.Now().Add(time.Hour).UnixMilli())
	}
}
