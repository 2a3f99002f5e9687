package town

import (
	"slices"
	"strings"
	"sync"
)

// Art is one picture of the demo, composed from emoji of the fluent-emoji set. The
// pictures are made at build time from art.json. A test checks that it equals this
// catalogue.
type Art struct {
	Key     string   `json:"key"`               // picture key
	Kind    string   `json:"kind"`              // item, store, logo, sprite, module, hero, vehicle or empty
	Palette string   `json:"palette,omitempty"` // background; empty: transparent
	Main    string   `json:"main"`              // emoji in the middle
	Accents []string `json:"accents,omitempty"` // in the corners of an item, beside the middle of a store or hero
	Zoom    bool     `json:"zoom,omitempty"`    // there is a large, tall picture too
}

// Catalogue lists every picture of the demo, sorted by key.
func Catalogue() []Art {
	var list []Art
	for _, row := range rows(itemArt) {
		list = append(list, itemPictures(row)...)
	}
	for _, row := range rows(goodsArt) {
		list = append(list, goodsPictures(row)...)
	}
	for _, kind := range []struct{ name, table string }{
		{"store", storeArt}, {"logo", logoArt}, {"vehicle", vehicleArt},
	} {
		for _, row := range rows(kind.table) {
			list = append(list, Art{Key: kind.name + "/" + row[0], Kind: kind.name, Palette: row[1], Main: row[2], Accents: row[3:]})
		}
	}
	for _, kind := range []struct{ name, table string }{
		{"module", moduleArt}, {"hero", heroArt}, {"empty", emptyArt},
	} {
		for _, row := range rows(kind.table) {
			list = append(list, Art{Key: kind.name + "/" + row[0], Kind: kind.name, Main: row[1], Accents: row[2:]})
		}
	}
	for _, emoji := range strings.Fields(spriteArt) {
		list = append(list, Art{Key: "sprite/" + emoji, Kind: "sprite", Main: emoji})
	}
	slices.SortFunc(list, func(a, b Art) int { return strings.Compare(a.Key, b.Key) })
	return list
}

// rows splits a table into lines, and each line into words.
func rows(table string) [][]string {
	var list [][]string
	for line := range strings.Lines(table) {
		if words := strings.Fields(line); len(words) > 0 {
			list = append(list, words)
		}
	}
	return list
}

// itemPictures returns the pictures of a row of itemArt, one for each palette.
func itemPictures(row []string) []Art {
	var list []Art
	for _, variant := range row[2:] {
		palette, accents, _ := strings.Cut(variant, ":")
		list = append(list, Art{
			Key: "item/" + row[0] + "-" + palette, Kind: "item", Palette: palette,
			Main: row[1], Accents: strings.Split(accents, ","),
		})
	}
	return list
}

// goodsPictures reads a row of goodsArt: the same, each with its large picture.
func goodsPictures(row []string) []Art {
	list := itemPictures(row)
	for i := range list {
		list[i].Zoom = true
	}
	return list
}

// pictures returns the item pictures by the name of the object that they show.
var pictures = sync.OnceValue(func() map[string][]Art {
	byName := map[string][]Art{}
	for _, row := range rows(itemArt) {
		byName[row[0]] = itemPictures(row)
	}
	for _, row := range rows(goodsArt) {
		byName[row[0]] = goodsPictures(row)
	}
	return byName
})
