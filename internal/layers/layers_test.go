package layers

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const table = `
| Layer | Packages | May import |
|---|---|---|
| edges | ` + "`api`" + ` | edges, concepts, ground |
| concepts | ` + "`cart order`" + ` | concepts, ground |
| ground | ` + "`db`" + ` | ground |
`

func repo(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{
		page:                    {Data: []byte(table)},
		"internal/api/api.go":   {Data: []byte("package api\nimport _ \"hawker/internal/cart\"")},
		"internal/cart/cart.go": {Data: []byte("package cart\nimport _ \"hawker/internal/db\"")},
		"internal/db/db.go":     {Data: []byte("package db\nimport _ \"fmt\"")},
		"internal/order/o.go":   {Data: []byte("package order")},
		"cmd/hawker/main.go":    {Data: []byte("package main\nimport _ \"hawker/internal/api\"")},
	}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"all arrows point down", nil, nil},
		{
			"an arrow up",
			map[string]string{"internal/db/up.go": `package db; import _ "hawker/internal/cart"`},
			[]string{"internal/db/up.go: internal/db is in ground, and may not import internal/cart of concepts"},
		},
		{
			"an arrow up from a folder inside",
			map[string]string{"internal/cart/deep/up.go": `package deep; import _ "hawker/internal/api/call"`},
			[]string{"internal/cart/deep/up.go: internal/cart/deep is in concepts, and may not import internal/api/call of edges"},
		},
		{
			"a package in no layer",
			map[string]string{"internal/stock/stock.go": "package stock"},
			[]string{"internal/stock is in no layer of docs/architecture.md"},
		},
		{
			"test support outside tests",
			map[string]string{"internal/cart/fake.go": `package cart; import _ "hawker/internal/db/dbtest"`},
			[]string{"internal/cart/fake.go: only tests import internal/db/dbtest"},
		},
		{
			"test support may import anything, and tests too",
			map[string]string{
				"internal/db/dbtest/town.go": `package dbtest; import _ "hawker/internal/cart"`,
				"internal/db/db_test.go":     `package db; import _ "hawker/internal/api"`,
			},
			nil,
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := Check(repo(tc.files))
			if err != nil || !slices.Equal(got, tc.want) {
				t.Errorf("Check = %q, %v; want %q", got, err, tc.want)
			}
		})
	}
}

func TestCheck_aTableThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"no table": "no table of layers",
		strings.Replace(table, "`db`", "`db cart`", 1): "cart is in concepts and in ground",
	} {
		fsys := repo(map[string]string{page: text})
		if _, err := Check(fsys); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Check = %v, want %q", err, want)
		}
	}
}

func TestCheck_aLayerOfNothing(t *testing.T) {
	t.Parallel()
	fsys := repo(nil)
	delete(fsys, "internal/order/o.go")
	got, err := Check(fsys)
	if want := []string{"docs/architecture.md names internal/order, which does not exist"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("Check = %q, %v; want %q", got, err, want)
	}
}

func TestCheck_thisRepository(t *testing.T) {
	t.Parallel()
	wrong, err := Check(os.DirFS("../.."))
	if err != nil || len(wrong) > 0 {
		t.Errorf("%v\n%s", err, strings.Join(wrong, "\n"))
	}
}
