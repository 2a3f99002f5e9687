package page

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hawker/internal/money"
)

// pages answers the storefront's addresses.
type pages struct {
	shell     *shell
	views     map[string]firstView // by route pattern
	preloader preloader
	publicURL string
}

// frame is what every page shows: asked once, used for head and data alike.
type frame struct {
	Config  config
	Landing landing
	Modules []module
}

type (
	config struct {
		BusinessName string `json:"business_name"`
		Email        string `json:"email"`
		Phone        string `json:"phone"`
		Address      string `json:"address"`
		Currency     string `json:"currency"`
		Digits       int    `json:"digit_after_decimal_point"`
		Symbol       string `json:"currency_symbol"`
		SymbolSide   string `json:"currency_symbol_direction"`
		Logins       logins `json:"centralize_login"`
	}
	logins struct {
		Manual int `json:"manual_login_status"`
		OTP    int `json:"otp_login_status"`
		Social int `json:"social_login_status"`
	}
	landing struct {
		SubTitle string `json:"sub_title"`
		Hero     string `json:"hero_full_url"`
	}
	module struct {
		ID   int64  `json:"id"`
		Type string `json:"module_type"`
	}
)

// amount writes a price with the town's decimals.
func (c config) amount(major float64) string { return strconv.FormatFloat(major, 'f', c.Digits, 64) }

// on tells whether there is a way to sign in (D24).
func (l logins) on() bool { return l.Manual+l.OTP+l.Social > 0 }

// currency is how the town writes amounts (PRC-06).
func (c config) currency() money.Currency {
	return money.Currency{Digits: c.Digits, Symbol: c.Symbol, SymbolRight: c.SymbolSide == "right"}
}

// handler answers one route: 200, or 404 when what the page is about is unknown.
func (p *pages) handler(route route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l := lookOf(r)
		answers, f := p.frame(r, &l)
		var own []answer
		if route.calls != nil {
			own = p.askAll(r, route.calls(r, f), l)
		}
		var first json.RawMessage
		if len(own) > 0 {
			if !own[0].ok() {
				p.missing(w, r, l, f, answers, own[0].status)
				return
			}
			first = own[0].Body
			if now := renamed(r, first); now != "" {
				w.Header().Set("Cache-Control", "no-cache") // a name may come back, and a remembered way there would lead in a circle
				http.Redirect(w, r, now, http.StatusMovedPermanently)
				return
			}
			answers = append(answers, own...)
			if route.more != nil {
				answers = append(answers, p.askAll(r, route.more(first), l)...)
			}
		}
		view := p.views[route.pattern]
		if route.calls != nil && len(own) == 0 {
			view.drawn = nil // a search is another page under the same address
		}
		p.write(w, r, http.StatusOK, page{look: l, head: route.head(r, f, first), frame: f, view: view, answers: answers})
	})
}

// renamed is the address of a thing that was asked for by a slug it had before;
// "" when the address is as it should be, or names the thing by its id (L2).
func renamed(r *http.Request, first json.RawMessage) string {
	var thing struct {
		Slug string `json:"slug"`
	}
	asked := r.PathValue("id")
	_ = json.Unmarshal(first, &thing) // what has no slug was not renamed
	if _, isID := strconv.Atoi(asked); isID == nil || asked == "" || thing.Slug == "" || thing.Slug == asked {
		return ""
	}
	now := *r.URL
	now.Path = strings.TrimSuffix(now.Path, asked) + thing.Slug
	return now.RequestURI()
}

// frame asks what every page shows. A request without a module gets the first
// one, as the storefront itself would choose.
func (p *pages) frame(r *http.Request, l *look) ([]answer, frame) {
	answers := p.askAll(r, []call{
		get("getConfig", "/config", nil),
		get("getLandingPage", "/landing-page", nil),
		get("listModules", "/modules", nil),
	}, *l)
	var f frame
	_ = json.Unmarshal(answers[0].Body, &f.Config)
	_ = json.Unmarshal(answers[1].Body, &f.Landing)
	var modules struct {
		Modules []module `json:"modules"`
	}
	_ = json.Unmarshal(answers[2].Body, &modules)
	f.Modules = modules.Modules
	if l.module == "" && len(f.Modules) > 0 {
		l.module = idText(f.Modules[0].ID)
	}
	return answers, f
}

// askAll asks side by side and keeps the order.
func (p *pages) askAll(r *http.Request, calls []call, l look) []answer {
	answers := make([]answer, len(calls))
	var wg sync.WaitGroup
	for i, c := range calls {
		wg.Go(func() { answers[i] = p.preloader.ask(r.Context(), c, l) })
	}
	wg.Wait()
	return answers
}

// notFound is the page for an address that the storefront does not have.
func (p *pages) notFound(w http.ResponseWriter, r *http.Request) {
	l := lookOf(r)
	answers, f := p.frame(r, &l)
	p.missing(w, r, l, f, answers, http.StatusNotFound)
}

// missing sends the storefront, which says so in its own words, with the status
// that machines read. Our own faults keep theirs.
func (p *pages) missing(w http.ResponseWriter, r *http.Request, l look, f frame, answers []answer, status int) {
	if status < http.StatusInternalServerError {
		status = http.StatusNotFound
	}
	p.write(w, r, status, page{look: l, head: head{title: f.Config.BusinessName, noIndex: true}, frame: f, answers: answers})
}

// page is all that an address is answered with.
type page struct {
	look    look
	head    head
	frame   frame
	view    firstView
	answers []answer
}

func (p *pages) write(w http.ResponseWriter, r *http.Request, status int, page page) {
	given := page.answers[:0:0]
	for _, a := range page.answers {
		if a.ok() {
			given = append(given, a)
		}
	}
	config := page.frame.Config
	body := p.shell.fill(page.look, parts{
		head: slices.Concat(page.head.render(p.origin(r), config.BusinessName), page.view.links),
		root: page.view.draw(page.look, page.frame, given),
		data: dataBlock(given),
	})
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	p.cachePages(header)
	header.Set("Vary", "Cookie")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
