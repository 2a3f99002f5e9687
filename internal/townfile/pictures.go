package townfile

import "slices"

// PictureKeys returns the keys of all pictures that the town names, in order.
func (t *Town) PictureKeys() []string {
	keys := []string{t.Settings.Business.Logo, t.Settings.Business.Icon, t.Settings.Landing.Hero}
	for _, h := range t.Settings.Landing.Highlights {
		keys = append(keys, h.Picture)
	}
	for _, m := range t.Modules {
		keys = append(keys, m.Picture)
	}
	for _, k := range t.Categories {
		keys = append(keys, k.Picture)
	}
	for _, s := range t.Stores {
		keys = append(keys, s.Logo, s.Cover)
	}
	for _, i := range t.Items {
		keys = append(keys, i.Pictures...)
	}
	for _, r := range t.Reviews {
		keys = append(keys, r.Pictures...)
	}
	for _, c := range t.Campaigns {
		keys = append(keys, c.Picture)
	}
	for _, b := range t.Banners {
		keys = append(keys, b.Picture)
	}
	for _, p := range t.Providers {
		keys = append(keys, p.Logo, p.Cover)
	}
	for _, v := range t.Vehicles {
		keys = append(keys, v.Pictures...)
	}
	for _, r := range t.VehicleReviews {
		keys = append(keys, r.Pictures...)
	}
	for _, k := range t.ParcelCategories {
		keys = append(keys, k.Picture)
	}
	slices.Sort(keys)
	return slices.DeleteFunc(slices.Compact(keys), func(key string) bool { return key == "" })
}
