package catalogtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/hours"
	"hawker/internal/money"
)

// Fill adds as many stores as asked for with so many items each, half of them
// in each module and zone, named from the vocabulary. It is for measurements.
func (town *Town) Fill(stores, itemsEach int, r *rand.Rand, vocabulary []string) {
	town.t.Helper()
	phrase := func(n int) string {
		words := make([]string, n)
		for i := range words {
			words[i] = vocabulary[r.IntN(len(vocabulary))]
		}
		return strings.Join(words, " ")
	}
	for s := range stores {
		err := db.InTx(context.Background(), town.d, func(tx *db.Tx) error {
			return fillStore(tx, int64(s+1), itemsEach, r, phrase)
		})
		if err != nil {
			town.t.Fatal(err)
		}
	}
}

func fillStore(tx *db.Tx, id int64, itemsEach int, r *rand.Rand, phrase func(int) string) error {
	store := catalog.Store{
		ID: id, Slug: fmt.Sprint("store-", id), ModuleID: Food + id%2, ZoneID: Harbour + id/2%2, Name: phrase(2), Tagline: phrase(2),
		Description: phrase(20), Logo: "logo/a", Cover: "store/a", Latitude: -11.4 - float64(id%40)/400, Longitude: 65.2, Delivery: true, Active: true,
		DeliveryTimeMin: 10 + id%4*5, DeliveryTimeMax: 25 + id%4*10, FreeDelivery: id%6 == 0,
		OrderCount: r.Int64N(500), RatingSum: 400, RatingCount: 90, CreatedAt: Noon.UnixMilli() - id,
	}
	for day := range 7 {
		store.Schedule.V.Week = append(store.Schedule.V.Week, hours.Opening{Day: time.Weekday(day), Opens: 8 * 60, Closes: 22 * 60})
	}
	row := RowOf(store)
	delete(row, "module_type")
	delete(row, "time_zone")
	row["search_text"] = catalog.SearchText(store.Name, store.Tagline)
	if err := insert(tx, "stores", row); err != nil {
		return err
	}
	revision, err := catalog.NextRevision(context.Background(), tx)
	if err != nil {
		return err
	}
	for n := range itemsEach {
		item := catalog.Item{
			ID: (id-1)*int64(itemsEach) + int64(n) + 1, StoreID: id, ModuleID: store.ModuleID, ZoneID: store.ZoneID, CategoryID: Meals + id%2,
			Name: phrase(2 + r.IntN(2)), Description: phrase(25), Price: money.Amount(200 + r.IntN(3000)), DiscountType: "percent",
			SoldCount: r.Int64N(300), RatingSum: r.Int64N(500), RatingCount: 120, Active: true, CreatedAt: Noon.UnixMilli() - r.Int64N(1e10),
		}
		item.Veg, item.Halal = n%3 == 0, n%4 == 0
		if n%8 == 0 {
			item.AvailableFrom, item.AvailableTo = "07:00", "11:00"
		}
		if n%5 == 0 {
			item.Discount = 1000
		}
		item.Slug, item.SalePrice, item.CategoryIDs.V = fmt.Sprint("item-", item.ID), item.Price*money.Amount(10_000-item.Discount)/10_000, []int64{item.CategoryID}
		item.Pictures.V, item.Tags.V = []string{"item/burger-mint"}, strings.Fields(phrase(3))
		for g := range int64(2) {
			group := catalog.Group{ID: g + 1, Name: phrase(1), Kind: "single"}
			for v := range int64(3) {
				group.Values = append(group.Values, catalog.Value{ID: g*3 + v + 1, Label: phrase(1), Price: 100})
			}
			item.Options.V.Groups = append(item.Options.V.Groups, group)
		}
		row := RowOf(item)
		row["zoom"] = false
		row["search_text"] = catalog.SearchText(item.Name, item.Tags.V...) + " " + store.Name
		row["revision"] = revision
		if err := insert(tx, "items", row); err != nil {
			return err
		}
		if n%2 == 0 {
			if err := insert(tx, "stock", Row{"item_id": item.ID, "variation": "", "quantity": 50}); err != nil {
				return err
			}
		}
	}
	return nil
}
