package page_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"hawker/internal/page"
)

// The desk is a page of its own: it has the shop's settings, and no data of any order.
func TestDesk_isAPageOfItsOwn(t *testing.T) {
	t.Parallel()
	url := newPages(t).URL
	answer, body := ask(t, url+"/desk", "Cookie", "hk_scope=lang%3Dar%26theme%3Ddark")
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Cache-Control") != "no-cache" || answer.Header.Get("Vary") != "Cookie" {
		t.Errorf("%d %v", answer.StatusCode, answer.Header)
	}
	for _, part := range []string{
		`<html lang="ar" dir="rtl" data-mantine-color-scheme="dark">`, "<title>لوحة العمل · Kiosk &amp; Sons</title>", `content="noindex"`,
		`"operation":"getConfig","params":{}`, "/assets/desk-1.js",
	} {
		if !strings.Contains(body, part) {
			t.Errorf("lacks %s in\n%s", part, body)
		}
	}
	if strings.Contains(body, "/assets/a.css") || strings.Contains(body, "listModules") {
		t.Errorf("has parts of the storefront:\n%s", body)
	}
	if _, robots := ask(t, url+"/robots.txt"); !strings.Contains(robots, "\nDisallow: /desk\n") {
		t.Errorf("robots.txt does not disallow it: %s", robots)
	}
	if post, err := http.Post(url+"/desk", "", nil); err != nil || post.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a POST returned %v %v", post, err)
	}
}

// Without an answer of the API the page comes all the same, and asks itself.
func TestDesk_whenItsShopCannotBeRead(t *testing.T) {
	t.Parallel()
	h, err := page.New(page.Config{Assets: assets, API: http.NotFoundHandler(), Text: messages(t)})
	if err != nil {
		t.Fatal(err)
	}
	if body := answerOf(t, h, "/desk", ""); !strings.Contains(body, `id="hk-data">[]</script>`) || !strings.Contains(body, "<title>Desk</title>") {
		t.Errorf("got %s", body)
	}
}

func TestDesk_beforeTheFirstBuildTellsHowToBuild(t *testing.T) {
	t.Parallel()
	h, err := page.New(page.Config{Assets: fstest.MapFS{}, API: api})
	if err != nil {
		t.Fatal(err)
	}
	if body := answerOf(t, h, "/desk", ""); !strings.Contains(body, "Run: make build") {
		t.Errorf("got %s", body)
	}
}
