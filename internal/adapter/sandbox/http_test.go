package sandbox_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hawker/internal/adapter/sandbox"
	"hawker/internal/payment"
)

func TestPage_escapesAndRunsNoScriptOfItsOwn(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		c := checkout("p")
		c.Title = `Fish <script>alert(1)</script> & "chips"`
		c.Money = payment.Money{Amount: 1234567, Digits: 3, Currency: "KWD"}
		p, err := s.Open(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		w := s.show(p.URL)
		page := w.Body.String()
		if w.Code != 200 || w.Header().Get("Content-Type") != "text/html; charset=utf-8" || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%d, %v", w.Code, w.Header())
		}
		for _, want := range []string{
			"No real money moves here.", "Fish &amp; Chips", "Fish &lt;script&gt;alert(1)&lt;/script&gt; &amp; &#34;chips&#34;", "KWD 1,234.567",
			`<link rel="stylesheet" crossorigin href="/assets/shop.css">`, `content="width=device-width, initial-scale=1"`,
			`value="pay"`, `value="pay_twice"`, `value="pay_more"`, `value="pay_later"`, `value="fail_later"`, `value="decline"`, `value="cancel"`,
			`name="webhooks" value="at_once" checked`, `value="late"`, `value="twice"`, `value="out_of_order"`, `value="never"`,
			`name="refunds" value="at_once" checked`, `value="fail"`,
		} {
			if !strings.Contains(page, want) {
				t.Errorf("the page does not contain %q", want)
			}
		}
		if n := strings.Count(page, "<script"); n != 1 || !strings.Contains(page, `<script src="/boot.js"></script>`) {
			t.Errorf("%d scripts", n)
		}
		if found := regexp.MustCompile(`\s(style|on\w+)=`).FindString(page); found != "" {
			t.Errorf("the page has %s", found)
		}
	})
}

func TestPage_saysHowItEnded(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		for choice, want := range map[string]string{
			"pay": "This is paid.", "pay_later": "The payment is on its way.", "decline": "The payment failed.", "cancel": "The payment was canceled.",
		} {
			p := s.open(choice)
			s.choose(p.Session, "choice="+choice)
			page := s.show(p.URL).Body.String()
			if !strings.Contains(page, want) || strings.Contains(page, "<form") || !strings.Contains(page, `href="http://127.0.0.1:8080/orders/17?back=1"`) {
				t.Errorf("%s:\n%s", choice, page)
			}
		}
	})
}

func TestPage_showsWhatWasTakenAndSentBack(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		amounts := regexp.MustCompile(`<dt>(Charged|Sent back)</dt><dd><bdi dir="ltr">([^<]+)`)
		shown := func(p payment.Page) (all []string) {
			for _, found := range amounts.FindAllStringSubmatch(s.show(p.URL).Body.String(), -1) {
				all = append(all, found[1]+" "+found[2])
			}
			return all
		}
		p := s.open("p")
		if got := shown(p); len(got) != 0 {
			t.Errorf("before it is paid: %q", got)
		}
		s.choose(p.Session, "choice=pay_twice")
		if _, err := s.refund("r1", s.find(p.Session).Charges[1].Ref, usd(1000)); err != nil {
			t.Fatal(err)
		}
		if got, want := shown(p), []string{"Charged USD 24.99", "Charged USD 24.99", "Sent back USD 10.00"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

func TestPage_hasAStyleAndNothingElse(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		if w := s.show(sandbox.Path + "style.css"); w.Code != 200 || w.Header().Get("Content-Type") != "text/css; charset=utf-8" || w.Body.Len() == 0 {
			t.Errorf("style: %d", w.Code)
		}
		for _, path := range []string{sandbox.Path, sandbox.Path + "unknown", sandbox.Path + "a/b"} {
			if w := s.show(path); w.Code != http.StatusNotFound {
				t.Errorf("%s: %d", path, w.Code)
			}
		}
	})
}
