package api_test

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/order/ordertest"
)

// asked is what a call is made with, beside who makes it.
type asked struct {
	path    string // with its query
	body    apitest.Fields
	form    map[string]string // in the place of a body
	image   []byte            // of the form
	headers []string          // names and values
	named   bool              // it names something that somebody owns, so that for others it is not there
	open    bool              // what it shows is everybody's
}

// arguments say for each call how it is made by somebody about something.
var arguments = map[string]func(t *testing.T, c *accessAPI, by person, of things) asked{
	"getCart":                 plain("/cart"),
	"listCarts":               plain("/carts"),
	"deleteCart":              plain("/cart"),
	"listOrders":              plain("/orders?state=running"),
	"listSessions":            plain("/customer/sessions"),
	"listAddresses":           plain("/customer/addresses"),
	"getCustomer":             plain("/customer/info"),
	"getWishlist":             plain("/wishlist"),
	"listNotifications":       plain("/notifications"),
	"getLoyalty":              plain("/loyalty"),
	"listLoyaltyTransactions": plain("/loyalty/transactions"),
	"getLoyaltyHistory":       plain("/loyalty/history?days=7"),
	"getReferral":             plain("/referral"),
	"listCashback":            plain("/cashback"),
	"convertLoyaltyPoints": about(func(things) asked {
		return asked{path: "/loyalty/convert", body: apitest.Fields{"points": 1}}
	}),
	"getNotificationSettings": plain("/notifications/settings"),
	"putNotificationSettings": about(func(things) asked {
		return asked{path: "/notifications/settings", body: apitest.Fields{"order_mail": false, "alerts": false, "alert_mail": false}}
	}),
	"readNotifications": about(func(of things) asked {
		return asked{path: "/notifications/read", body: apitest.Fields{"ids": []int64{max(of.notification, 1)}}}
	}),
	"startConversation": about(func(of things) asked {
		return asked{path: "/conversations", body: apitest.Fields{"with": "store", "order_id": of.order}, named: true}
	}),
	"listConversations":  plain("/conversations"),
	"listMessages":       inConversation("/messages", nil),
	"sendMessage":        inConversation("/messages", apitest.Fields{"client_id": "message-2", "text": "Hello"}),
	"markMessages":       inConversation("/read", apitest.Fields{"read": 1}),
	"blockConversation":  inConversation("/block", apitest.Fields{"blocked": true}),
	"reportConversation": inConversation("/report", apitest.Fields{"reason": "Rude"}),
	"subscribePush": func(t *testing.T, _ *accessAPI, by person, _ things) asked {
		return asked{path: "/push-subscriptions", body: apitest.Subscription(t, "https://push.example.com/of-"+by.name)}
	},
	"unsubscribePush": plain("/push-subscriptions"),
	"deleteCustomer":  plain("/customer"),
	"sendConfirmCode": plain("/customer/confirm-code"),
	"logout":          plain("/auth/logout"),
	"listRecommendedItems": func(*testing.T, *accessAPI, person, things) asked {
		return asked{path: "/items/recommended", open: true}
	},
	"listCoupons": func(*testing.T, *accessAPI, person, things) asked { return asked{path: "/coupons"} },
	"postAddress": about(func(things) asked { return asked{path: "/customer/addresses", body: apitest.AddressBody()} }),
	"putInterests": about(func(things) asked {
		return asked{path: "/customer/interests", body: apitest.Fields{"interest": []int64{1}}}
	}),
	"updateProfile": func(_ *testing.T, _ *accessAPI, by person, _ things) asked {
		return asked{path: "/customer/update-profile", form: map[string]string{"name": by.name}}
	},
	"postUpload": func(*testing.T, *accessAPI, person, things) asked {
		return asked{path: "/uploads", form: map[string]string{"purpose": "review"}, image: ordertest.Image()}
	},
	"getUpload":        about(func(of things) asked { return asked{path: "/uploads/" + of.upload, named: true} }),
	"getDriverLicence": plain("/rental/driver-licence"),
	"putDriverLicence": func(_ *testing.T, _ *accessAPI, by person, of things) asked {
		body := apitest.Fields{"name": by.name, "number": "AB 77", "front": by.own.front, "back": by.own.back, "replaces": max(of.licence, 1)}
		return asked{path: "/rental/driver-licence", body: body, named: true}
	},
	"deleteDriverLicence": about(func(of things) asked {
		return asked{path: fmt.Sprint("/rental/driver-licence?id=", max(of.licence, 1)), named: true}
	}),
	"postWishlist": func(_ *testing.T, _ *accessAPI, by person, _ things) asked {
		return asked{path: fmt.Sprint("/wishlist?item_id=", by.own.item)}
	},
	"deleteWishlist": about(func(of things) asked { return asked{path: fmt.Sprint("/wishlist?item_id=", of.item)} }),
	"postCart": func(_ *testing.T, _ *accessAPI, by person, _ things) asked {
		return asked{path: "/cart", body: apitest.Fields{"item_id": max(by.own.item, 1), "quantity": 1}}
	},
	"putCart": func(_ *testing.T, _ *accessAPI, by person, of things) asked {
		return asked{path: "/cart", body: apitest.Fields{"item_id": of.itemOr(by), "quantity": 3, "cart_id": of.line}, named: true}
	},
	"deleteCartItem":  about(func(of things) asked { return asked{path: fmt.Sprint("/cart/items/", of.line), named: true} }),
	"deleteCartItems": about(func(of things) asked { return asked{path: fmt.Sprint("/cart/items?item_id=", of.item)} }),
	"getTripCart":     about(func(things) asked { return asked{path: "/rental/cart"} }),
	"deleteTripCart":  about(func(things) asked { return asked{path: "/rental/cart"} }),
	"postTripCart": about(func(things) asked {
		return asked{path: "/rental/cart", body: apitest.Fields{"vehicle_id": accessVehicle, "quantity": 1}}
	}),
	"putTripCart": about(func(of things) asked {
		return asked{path: "/rental/cart", body: apitest.Fields{"cart_id": max(of.tripLine, 1), "quantity": 2}, named: true}
	}),
	"deleteTripCartItems": about(func(of things) asked {
		return asked{path: fmt.Sprint("/rental/cart/items?cart_id=", max(of.tripLine, 1)), named: true}
	}),
	"putTripCartUser": about(func(of things) asked {
		return asked{path: fmt.Sprint("/rental/cart/user/", max(of.trip, 1)), body: apitest.Fields{"estimated_hours": 2}, named: true}
	}),
	"mergeCart": about(func(of things) asked {
		return asked{path: "/cart/merge", body: apitest.Fields{"guest_id": of.formerGuest, "keep": "guest"}, named: true}
	}),
	"putAddress": about(func(of things) asked {
		return asked{path: fmt.Sprint("/customer/addresses/", of.address), body: apitest.AddressBody(), named: true}
	}),
	"deleteAddress": about(func(of things) asked { return asked{path: fmt.Sprint("/customer/addresses/", of.address), named: true} }),
	"postAddressUse": about(func(of things) asked {
		return asked{path: fmt.Sprint("/customer/addresses/", of.address, "/use"), named: true}
	}),
	"putDefaultAddress": about(func(of things) asked {
		return asked{path: fmt.Sprint("/customer/addresses/", of.address, "/default"), named: true}
	}),
	"deleteDefaultAddress": about(func(of things) asked {
		return asked{path: fmt.Sprint("/customer/addresses/", of.address, "/default"), named: true}
	}),
	"deleteSession":       about(func(of things) asked { return asked{path: fmt.Sprint("/customer/sessions/", of.session), named: true} }),
	"deleteOtherSessions": plain("/customer/sessions"),
	"listPasskeys":        plain("/customer/passkeys"),
	"passkeyOptions":      plain("/customer/passkeys/options"),
	"deletePasskey":       about(func(of things) asked { return asked{path: fmt.Sprint("/customer/passkeys/", of.passkey), named: true} }),
	"postPasskey": func(t *testing.T, c *accessAPI, by person, _ things) asked {
		body := apitest.Fields{"proof": "none", "credential": apitest.Fields{"id": "AAAA", "client_data_json": "AAAA", "attestation_object": "AAAA"}}
		if q := c.ask(t, by, http.MethodPost, []string{"bearer"}, asked{path: "/customer/passkeys/options"}); q.Status == 200 {
			body = apitest.NewPasskeyBody(t, apitest.Read[apitest.PasskeyOptions](t, q))
		}
		return asked{path: "/customer/passkeys", body: body}
	},
	"getOrder":            ofOrder(""),
	"followOrder":         ofOrder("/follow"),
	"watchOrder":          ofOrder("/events"),
	"watchOrders":         plain("/events"),
	"listUnclaimedOrders": plain("/orders/unclaimed"),
	"claimOrder": about(func(of things) asked {
		return asked{path: fmt.Sprintf("/orders/%d/claim", of.unclaimed), body: apitest.Fields{"mine": true}, named: true}
	}),
	"cancelOrder": func(_ *testing.T, _ *accessAPI, by person, of things) asked {
		body := apitest.Fields{"reason": "other"}
		if by.guestID != "" {
			body["token"] = by.own.tracking
		}
		return asked{path: fmt.Sprintf("/orders/%d/cancel", of.order), body: body, named: true}
	},
	"requestRefund": func(_ *testing.T, c *accessAPI, by person, of things) asked {
		body := apitest.Fields{"reason": "late"}
		if by.guestID != "" {
			body["token"] = by.own.tracking
		}
		return asked{path: fmt.Sprintf("/orders/%d/refund", of.order), body: body, named: true}
	},
	"sendOfflinePayment": func(_ *testing.T, _ *accessAPI, by person, of things) asked {
		body := apitest.Fields{"fields": apitest.Fields{"number": "123"}}
		if by.guestID != "" {
			body["token"] = by.own.tracking
		}
		return asked{path: fmt.Sprintf("/orders/%d/offline-payment", of.order), body: body, named: true}
	},
	"payOrder": func(_ *testing.T, _ *accessAPI, by person, of things) asked {
		body := apitest.Fields{"payment_method": "cash_on_delivery"}
		if by.guestID != "" {
			body["token"] = by.own.tracking
		}
		return asked{path: fmt.Sprintf("/orders/%d/payment", of.order), body: body, named: true}
	},
	"listTrips": plain("/rental/trips?state=running"),
	"getTrip": func(_ *testing.T, _ *accessAPI, by person, of things) asked {
		path := fmt.Sprint("/rental/trips/", max(of.booked, 1))
		if by.guestID != "" {
			path += "?token=" + by.own.bookedToken
		}
		return asked{path: path, named: true}
	},
	"listUnclaimedTrips": plain("/rental/trips/unclaimed"),
	"claimTrip": about(func(of things) asked {
		return asked{path: fmt.Sprintf("/rental/trips/%d/claim", max(of.unclaimedTrip, 1)), body: apitest.Fields{"mine": true}, named: true}
	}),
	"watchTrip": func(_ *testing.T, _ *accessAPI, by person, of things) asked {
		path := fmt.Sprintf("/rental/trips/%d/events", max(of.booked, 1))
		if by.guestID != "" {
			path += "?token=" + by.own.bookedToken
		}
		return asked{path: path, named: true}
	},
	"postTripPhoto": ofPhotos(func(of things) asked {
		return asked{path: fmt.Sprintf("/rental/trips/%d/photos", max(of.booked, 1)), form: map[string]string{"phase": "before"}, image: ordertest.Image(), named: true}
	}),
	"getTripPhoto": ofPhotos(func(of things) asked {
		return asked{path: fmt.Sprintf("/rental/trips/%d/photos/%s", max(of.booked, 1), cmp.Or(of.photo, missing.photo)), named: true}
	}),
	"requestTripRefund":      ofTrip("/refund", apitest.Fields{"reason": "other"}),
	"cancelTrip":             ofTrip("/cancel", apitest.Fields{"reason": "other"}),
	"extendTrip":             ofTrip("/extension", apitest.Fields{"return_at": ordertest.Now.Add(49 * time.Hour).Format(time.RFC3339), "charge": 0}),
	"payTrip":                ofTrip("/payment", apitest.Fields{"payment_method": "cash_on_delivery"}),
	"sendTripOfflinePayment": ofTrip("/offline-payment", apitest.Fields{"fields": apitest.Fields{"number": "123"}}),
	"quoteTrip": about(func(things) asked {
		return asked{path: "/rental/quote", body: apitest.Fields{"contact_person_name": "Someone", "contact_person_number": "+12025550123"}}
	}),
	"placeTrip": func(t *testing.T, c *accessAPI, by person, _ things) asked {
		body := apitest.Fields{"contact_person_name": "Someone", "contact_person_number": "+12025550123", "quote_digest": "none"}
		if quote := c.ask(t, by, http.MethodPost, []string{"guest"}, asked{path: "/rental/quote", body: apitest.Fields{}}); quote.Status == 200 {
			q := apitest.Read[apitest.Quote](t, quote)
			body["accepted_total"], body["quote_digest"] = q.Total, q.Digest
		}
		return asked{path: "/rental/trips", body: body}
	},
	"getPayment":             ofPayment(""),
	"checkPayment":           ofPayment("/check"),
	"getWallet":              plain("/wallet"),
	"listWalletTransactions": plain("/wallet/transactions"),
	"listWalletDays":         plain("/wallet/days"),
	"listWalletBonuses":      plain("/wallet/bonuses"),
	"addFund": about(func(things) asked {
		return asked{path: "/wallet/add-fund", body: apitest.Fields{"amount": 5, "payment_method": "card"}}
	}),
	"reorder": about(func(of things) asked {
		return asked{path: fmt.Sprintf("/orders/%d/reorder", of.order), body: apitest.Fields{}, named: true}
	}),
	"postTripReviews": func(_ *testing.T, _ *accessAPI, _ person, of things) asked {
		body := apitest.Fields{"vehicles": []apitest.Fields{{"vehicle_id": accessVehicle, "rating": 5}}}
		return asked{path: fmt.Sprintf("/rental/trips/%d/reviews", max(of.booked, 1)), body: body, named: true}
	},
	"postReviews": func(_ *testing.T, _ *accessAPI, _ person, of things) asked {
		return asked{path: fmt.Sprintf("/orders/%d/reviews", of.order), body: apitest.Fields{"store": apitest.Fields{"rating": 5}}, named: true}
	},
	"quoteCheckout": func(_ *testing.T, c *accessAPI, by person, of things) asked {
		return asked{path: "/checkout/quote", body: c.toAddress(by, of), named: by.guestID == ""}
	},
	"placeOrder": func(t *testing.T, c *accessAPI, by person, of things) asked {
		body := c.toAddress(by, of)
		body["quote_digest"] = "none"
		if quote := c.ask(t, by, http.MethodPost, []string{"guest"}, asked{path: "/checkout/quote", body: c.toAddress(by, of)}); quote.Status == 200 {
			q := apitest.Read[apitest.Quote](t, quote)
			body["accepted_total"], body["quote_digest"] = q.Total, q.Digest
		}
		return asked{path: "/orders", body: body, named: by.guestID == ""}
	},
}

// plain is a call that names nothing.
func plain(path string) func(*testing.T, *accessAPI, person, things) asked {
	return about(func(things) asked { return asked{path: path} })
}

// about is a call that is the same for every caller.
func about(what func(of things) asked) func(*testing.T, *accessAPI, person, things) asked {
	return func(_ *testing.T, _ *accessAPI, _ person, of things) asked { return what(of) }
}

func ofPayment(call string) func(*testing.T, *accessAPI, person, things) asked {
	return func(_ *testing.T, _ *accessAPI, by person, of things) asked {
		path := "/payments/" + url.PathEscape(of.payment) + call
		if by.guestID != "" {
			path += "?token=" + by.own.tracking
		}
		return asked{path: path, named: true}
	}
}

func ofTrip(call string, fields apitest.Fields) func(*testing.T, *accessAPI, person, things) asked {
	return func(_ *testing.T, _ *accessAPI, by person, of things) asked {
		body := maps.Clone(fields)
		if by.guestID != "" {
			body["token"] = by.own.bookedToken
		}
		return asked{path: fmt.Sprintf("/rental/trips/%d%s", max(of.booked, 1), call), body: body, named: true}
	}
}

func inConversation(call string, body apitest.Fields) func(*testing.T, *accessAPI, person, things) asked {
	return about(func(of things) asked {
		return asked{path: fmt.Sprintf("/conversations/%d%s", cmp.Or(of.conversation, missing.conversation), call), body: body, named: true}
	})
}

// ofPhotos adds the token of the trip of a guest.
func ofPhotos(about func(of things) asked) func(*testing.T, *accessAPI, person, things) asked {
	return func(_ *testing.T, _ *accessAPI, by person, of things) asked {
		a := about(of)
		if by.guestID != "" {
			a.headers = []string{"X-Order-Token", by.own.bookedToken}
		}
		return a
	}
}

func ofOrder(call string) func(*testing.T, *accessAPI, person, things) asked {
	return func(_ *testing.T, _ *accessAPI, by person, of things) asked {
		path := fmt.Sprintf("/orders/%d%s", of.order, call)
		if by.guestID != "" {
			path += "?token=" + by.own.tracking // they have no other
		}
		return asked{path: path, named: true}
	}
}

// itemOr is the item of the line, or one that there is.
func (of things) itemOr(by person) int64 {
	if of == missing {
		return max(by.own.item, 1)
	}
	return of.item
}

// toAddress is a checkout of one's own item; a customer's goes to a saved address.
func (c *accessAPI) toAddress(by person, of things) apitest.Fields {
	return apitest.Decode(c.CheckoutBody(func(b map[string]any) {
		delete(b, "guest_id")
		b["source"], b["line"] = "buy_now", map[string]any{"item_id": max(by.own.item, 1), "quantity": 1}
		if by.guestID == "" {
			delete(b, "address")
			b["address_id"] = max(of.address, 1)
		}
	}))
}

// ask makes a call as somebody: a customer by their token, a guest by their id
// where the call takes one.
func (c *accessAPI) ask(t *testing.T, by person, method string, schemes []string, a asked) apitest.Response {
	t.Helper()
	headers := slices.Clone(a.headers)
	if by.token != "" {
		headers = append(headers, apitest.Bearer(by.token)...)
	}
	if by.guestID != "" && slices.Contains(schemes, "guest") {
		if a.body != nil {
			a.body = maps.Clone(a.body)
			a.body["guest_id"] = by.guestID
		} else {
			headers = append(headers, "X-Guest-Id", by.guestID)
		}
	}
	switch {
	case a.form != nil:
		body, kind := apitest.ProfileForm(t, a.form, a.image)
		return c.Call(t, method, a.path, body, append(headers, "Content-Type", kind)...)
	case a.body != nil:
		return c.Send(t, method, a.path, a.body, append(headers, "Idempotency-Key", "key-of-"+by.name)...)
	}
	return c.Call(t, method, a.path, "", headers...)
}
