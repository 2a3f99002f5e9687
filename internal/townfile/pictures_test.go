package townfile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Each field with a picture key is found, also one that is added later.
func TestPictureKeys_D32_areThoseOfAllRecords(t *testing.T) {
	t.Parallel()
	v := rentals()
	v.Campaigns = []Campaign{{Slug: "week"}}
	v.Settings.Landing.Highlights = []Highlight{{Title: "Fresh"}}
	var want []string
	named := []string{"picture", "pictures", "logo", "cover", "icon", "hero"}
	var fill func(reflect.Value)
	fill = func(value reflect.Value) {
		switch value.Kind() {
		case reflect.Slice:
			for i := range value.Len() {
				fill(value.Index(i))
			}
		case reflect.Struct:
			for i := range value.NumField() {
				field, key := value.Field(i), strings.Split(value.Type().Field(i).Tag.Get("json"), ",")[0]
				next := fmt.Sprintf("picture/n%03d", len(want))
				switch {
				case !slices.Contains(named, key):
					fill(field)
				case field.Kind() == reflect.String:
					field.SetString(next)
					want = append(want, next)
				default:
					field.Set(reflect.ValueOf([]string{next}))
					want = append(want, next)
				}
			}
		}
	}
	fill(reflect.ValueOf(v).Elem())
	if got := v.PictureKeys(); len(want) < 15 || !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
