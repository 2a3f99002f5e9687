package shopping_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// reviewedOrder has the fields of an order's reviews.
type reviewedOrder struct {
	Review *struct {
		Given []struct {
			ID      int64
			Of      string
			ItemID  int64 `json:"item_id"`
			Rating  int
			Comment string
			Images  []string
			Reply   string
		}
		Items        []int64
		Store, Rider bool
		Refusal      string
	}
}

// publicReviews is a page of reviews, as everybody reads it.
type publicReviews struct {
	TotalSize int `json:"total_size"`
	Stars     []int
	Reviews   []struct {
		ID       int64
		Author   string `json:"customer_name"`
		Rating   int
		Comment  string
		ItemName string `json:"item_name"`
		Reply    string
		Images   []struct {
			Thumbnail string `json:"thumbnail_full_url"`
			Image     string `json:"image_full_url"`
		}
	}
}

// deliveredTo is an order of one item that was delivered to a customer.
func deliveredTo(t *testing.T, c *apitest.CustomerAPI, me apitest.Customer, item catalog.Item) int64 {
	t.Helper()
	id := c.Place(t, fmt.Sprint("key-", time.Now().UnixNano()), ordertest.BuyNow(me.ShopperID, item, 1)).ID
	for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
		c.MoveOrder(t, id, to, order.ByAdmin)
	}
	return id
}

// photo is a picture of 900 x 600 pixels.
func photo(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 900, 600))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReviews_ITEM12_fromTheDeliveryToTheReply(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me := c.NewCustomer(t)
		c.Exec(t, `UPDATE customers SET first_name = 'Asha', last_name = 'Rao'`)
		store := c.Store(t, nil)
		item := c.Item(t, store, 1000, 5, nil)
		placed := c.Place(t, "key-1", ordertest.BuyNow(me.ShopperID, item, 1)).ID
		path := fmt.Sprint("/orders/", placed)
		read := func() reviewedOrder {
			t.Helper()
			return apitest.Read[reviewedOrder](t, c.Call(t, "GET", path, "", apitest.Bearer(me.Token)...))
		}
		send := func(body apitest.Fields) apitest.Response {
			t.Helper()
			return c.Post(t, path+"/reviews", body, apitest.Bearer(me.Token)...)
		}
		five := apitest.Fields{"rating": 5}
		if early := send(apitest.Fields{"store": five}); early.Status != 409 || read().Review != nil {
			t.Errorf("before the delivery: %d %s", early.Status, early.Body)
		}
		for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
			c.MoveOrder(t, placed, to, order.ByAdmin)
		}
		if r := read().Review; r == nil || !slices.Equal(r.Items, []int64{item.ID}) || !r.Store || r.Rider {
			t.Fatalf("after the delivery: %+v", r)
		}
		if byToken := c.Call(t, "GET", path, "", "X-Order-Token", c.Tokens.Tracking(placed)); byToken.Status != 200 || strings.Contains(byToken.Body, `"review":`) {
			t.Errorf("with the tracking token: %d %s", byToken.Status, byToken.Body)
		}
		if byToken := c.Post(t, path+"/reviews", apitest.Fields{"store": five}, "X-Order-Token", c.Tokens.Tracking(placed)); byToken.Status != 401 {
			t.Errorf("a review with the tracking token alone: %d %s", byToken.Status, byToken.Body)
		}
		key := c.PostUpload(t, map[string]string{"purpose": "review"}, photo(t), apitest.Bearer(me.Token)...).Text(t, "id")
		if before := c.Call(t, "GET", "/reviews/images/"+key, ""); before.Status != 404 {
			t.Errorf("an image before its review: %d", before.Status)
		}
		body := apitest.Fields{"store": five, "items": []apitest.Fields{{"item_id": item.ID, "rating": 2, "comment": "Cold", "images": []string{key}}}}
		first, again := send(body), send(body)
		if first.Status != 200 || again.Status != 200 {
			t.Fatalf("%d %s; again: %d %s", first.Status, first.Body, again.Status, again.Body)
		}
		given := read().Review
		if len(given.Given) != 2 || given.Given[0].Of != "item" || given.Given[0].Comment != "Cold" || len(given.Items) != 0 || given.Store {
			t.Errorf("as given: %+v", given)
		}
		if other := send(apitest.Fields{"store": apitest.Fields{"rating": 1}}); other.Status != 409 || !slices.Equal(other.Fields(t), []string{"store"}) {
			t.Errorf("other stars: %d %s", other.Status, other.Body)
		}
		checkPublicReviews(t, c, item, store)
	})
}

// checkPublicReviews checks what everybody sees of the reviews above, and that a hidden
// one is gone with its images.
func checkPublicReviews(t *testing.T, c *apitest.CustomerAPI, item catalog.Item, store catalog.Store) {
	t.Helper()
	c.Clock.Advance(3 * time.Second) // no cache has the ratings of before
	var ofItem, ofStore publicReviews
	list := func() {
		t.Helper()
		ofItem = apitest.Read[publicReviews](t, c.Call(t, "GET", fmt.Sprintf("/items/%d/reviews", item.ID), ""))
		ofStore = apitest.Read[publicReviews](t, c.Call(t, "GET", fmt.Sprintf("/stores/%d/reviews", store.ID), ""))
	}
	list()
	if ofItem.TotalSize != 1 || ofStore.TotalSize != 2 || !slices.Equal(ofStore.Stars, []int{0, 1, 0, 0, 1}) || ofItem.Reviews[0].Author != "Asha R." {
		t.Fatalf("everybody reads %+v and %+v", ofItem, ofStore)
	}
	type rated struct {
		Rating float64 `json:"avg_rating"`
		Count  int     `json:"rating_count"`
	}
	if r := apitest.Read[rated](t, c.Call(t, "GET", fmt.Sprint("/items/", item.ID), "")); r != (rated{2, 1}) {
		t.Errorf("the item is rated %+v", r)
	}
	if r := apitest.Read[rated](t, c.Call(t, "GET", fmt.Sprint("/stores/", store.ID), "")); r != (rated{5, 1}) {
		t.Errorf("the store is rated %+v", r)
	}
	picture := ofItem.Reviews[0].Images[0]
	for url, width := range map[string]int{picture.Thumbnail: 480, picture.Image: 900} {
		got := c.Call(t, "GET", strings.TrimPrefix(url, "/api/v1"), "")
		if img, err := jpeg.Decode(strings.NewReader(got.Body)); err != nil || img.Bounds().Dx() != width {
			t.Errorf("%s: %d, %v", url, got.Status, err)
		}
	}
	admin := c.SignInStaff(t, c.Admin(t))
	if a := c.AsStaff(t, admin, "PUT", fmt.Sprintf("/admin/reviews/%d/hidden", ofItem.Reviews[0].ID), apitest.Fields{"hidden": true}); a.Status != 200 {
		t.Fatalf("hide: %d %s", a.Status, a.Body)
	}
	if list(); ofItem.TotalSize != 0 || ofStore.TotalSize != 1 {
		t.Errorf("with a hidden review: %+v and %+v", ofItem, ofStore)
	}
	if gone := c.Call(t, "GET", strings.TrimPrefix(picture.Image, "/api/v1"), ""); gone.Status != 404 {
		t.Errorf("its image: %d", gone.Status)
	}
}

func TestReviews_ITEM12_aStoreWithoutThePlanSaysSo(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me := c.NewCustomer(t)
		store := c.Store(t, nil)
		c.Exec(t, `UPDATE stores SET reviews_enabled = FALSE`)
		id := deliveredTo(t, c, me, c.Item(t, store, 1000, 5, nil))
		c.Exec(t, `UPDATE orders SET rider_id = $1 WHERE id = $2`, c.Rider(t, ordertest.ZoneID).ID, id)
		const sentence = "this store is not having any review plan"
		shown := apitest.Read[reviewedOrder](t, c.Call(t, "GET", fmt.Sprint("/orders/", id), "", apitest.Bearer(me.Token)...))
		if shown.Review == nil || shown.Review.Refusal != sentence || shown.Review.Store || len(shown.Review.Items) != 0 || !shown.Review.Rider {
			t.Errorf("the order: %+v", shown.Review)
		}
		got := c.Post(t, fmt.Sprintf("/orders/%d/reviews", id), apitest.Fields{"store": apitest.Fields{"rating": 5}}, apitest.Bearer(me.Token)...)
		if got.Status != 403 || !strings.Contains(got.Body, sentence) {
			t.Errorf("a review: %d %s", got.Status, got.Body)
		}
		got = c.Post(t, fmt.Sprintf("/orders/%d/reviews", id), apitest.Fields{"rider": apitest.Fields{"rating": 4}}, apitest.Bearer(me.Token)...)
		if shown = apitest.Read[reviewedOrder](t, got); shown.Review == nil || shown.Review.Rider || len(shown.Review.Given) != 1 || shown.Review.Refusal != sentence {
			t.Errorf("a review of the rider: %d %s", got.Status, got.Body)
		}
	})
}

func TestReviews_ITEM12_theListSaysWhichOrdersWaitForOne(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me := c.NewCustomer(t)
		item := c.Item(t, c.Store(t, nil), 1000, 50, nil)
		first, second := deliveredTo(t, c, me, item), deliveredTo(t, c, me, item)
		if a := c.Post(t, fmt.Sprintf("/orders/%d/reviews", first), apitest.Fields{"store": apitest.Fields{"rating": 4}}, apitest.Bearer(me.Token)...); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		list := apitest.Read[struct {
			Orders []struct {
				ID        int64
				CanReview bool `json:"can_review"`
			}
		}](t, c.Call(t, "GET", "/orders?state=past", "", apitest.Bearer(me.Token)...))
		for _, o := range list.Orders {
			if o.CanReview != (o.ID == second) {
				t.Errorf("order %d can be reviewed: %t", o.ID, o.CanReview)
			}
		}
		if len(list.Orders) != 2 {
			t.Errorf("%d orders", len(list.Orders))
		}
	})
}

func TestReviews_ITEM12_badInputNamesTheField(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me := c.NewCustomer(t)
		item := c.Item(t, c.Store(t, nil), 1000, 50, nil)
		id := deliveredTo(t, c, me, item)
		for name, tt := range map[string]struct {
			body   string
			status int
			field  string
		}{
			"nothing":       {`{}`, 422, "items"},
			"no star":       {`{"store":{"rating":0}}`, 422, "store.rating"},
			"half a star":   {`{"store":{"rating":4.5}}`, 422, "store.rating"},
			"a long text":   {`{"store":{"rating":4,"comment":"` + strings.Repeat("a", 1001) + `"}}`, 422, "store.comment"},
			"four images":   {`{"store":{"rating":4,"images":["1","2","3","4"]}}`, 422, "store.images"},
			"another item":  {`{"items":[{"item_id":9999,"rating":4}]}`, 422, "items"},
			"a rider":       {`{"rider":{"rating":4}}`, 422, "rider"},
			"unknown image": {`{"store":{"rating":4,"images":["` + strings.Repeat("0", 32) + `"]}}`, 422, "store.images"},
		} {
			got := c.Call(t, "POST", fmt.Sprintf("/orders/%d/reviews", id), tt.body, apitest.Bearer(me.Token)...)
			if got.Status != tt.status || !slices.Equal(got.Fields(t), []string{tt.field}) {
				t.Errorf("%s: %d %s", name, got.Status, got.Body)
			}
		}
	})
}
