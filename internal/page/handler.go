package page

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hawker/internal/money"
)

// pages serves the storefront's URLs.
type pages struct {
	shell     *shell
	desk      *shell
	views     map[string]firstView // by route pattern
	preloader preloader
	publicURL string
	languages func(context.Context) []string
	text      func(language, id string, values ...string) string
}

// commonData is what every page needs. It is read once, for the head and for the data.
type commonData struct {
	Config   config
	Landing  landing
	Modules  []module // of the zones in force
	Module   module   // the module in force; without a type if it is unknown
	Language string
	text     func(language, id string, values ...string) string
}

// word returns a message of the catalogue, "" if there is no catalogue.
func (c commonData) word(id string, values ...string) string {
	if c.text == nil {
		return ""
	}
	return c.text(c.Language, id, values...)
}

type (
	config struct {
		BusinessName string `json:"business_name"`
		Email        string `json:"email"`
		Phone        string `json:"phone"`
		Address      string `json:"address"`
		Icon         string `json:"icon_full_url"`
		Currency     string `json:"currency"`
		Digits       int    `json:"digit_after_decimal_point"`
		Symbol       string `json:"currency_symbol"`
		SymbolSide   string `json:"currency_symbol_direction"`
		Logins       logins `json:"centralize_login"`
		// Modules are all active ones, Default is the module of shoppers who have chosen none.
		Modules []module `json:"module"`
		Default int64    `json:"default_module_id"`
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
)

// amount returns a price with the town's decimals.
func (c config) amount(major float64) string { return strconv.FormatFloat(major, 'f', c.Digits, 64) }

// on reports whether there is a method to sign in (D24).
func (l logins) on() bool { return l.Manual+l.OTP+l.Social > 0 }

// currency returns the format of amounts (PRC-06).
func (c config) currency() money.Currency {
	return money.Currency{Digits: c.Digits, Symbol: c.Symbol, SymbolRight: c.SymbolSide == "right"}
}

// handler serves one route: 200, 404 when what the page is about does not exist, or the
// status of a fault of the API, so that no search engine keeps a page without its data.
func (p *pages) handler(route route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		prefs := p.preferences(r)
		responses, common := p.readCommonData(r, prefs)
		if failed := slices.IndexFunc(responses, response.isFault); failed >= 0 {
			p.errorPage(w, r, prefs, common, responses, responses[failed].status)
			return
		}
		if route.linksModule {
			common.adopt(moduleOfLink(r), &prefs)
		}
		var own []response
		if route.calls != nil {
			own = p.callAll(r, route.calls(r, common), prefs)
		}
		var first json.RawMessage
		if route.optional && len(own) > 0 && own[0].status == http.StatusNotFound {
			own = nil
		}
		if len(own) > 0 {
			if !own[0].ok() {
				p.errorPage(w, r, prefs, common, responses, own[0].status)
				return
			}
			first = own[0].Body
			if now := currentPath(r, first); now != "" {
				w.Header().Set("Cache-Control", "no-cache") // a slug may be given back, and a cached redirect would then make a loop
				http.Redirect(w, r, now, http.StatusMovedPermanently)
				return
			}
			common.adopt(moduleOf(first), &prefs)
			responses = append(responses, own...)
			if route.more != nil {
				responses = append(responses, p.callAll(r, route.more(first), prefs)...)
			}
		}
		view := p.views[route.pattern]
		hasNothing := route.calls != nil && len(own) == 0 // a search, or a text that the town has not
		if hasNothing || route.leaves != nil && route.leaves(first) {
			view.templates = nil // another page is shown at the same path
		}
		p.write(w, r, http.StatusOK, page{preferences: prefs, head: route.head(r, common, first), common: common, view: view, responses: responses})
	})
}

// currentPath returns the URL of a thing that was requested by a former slug; "" when
// the slug is current, or when it was requested by its id (L2).
func currentPath(r *http.Request, first json.RawMessage) string {
	var thing struct {
		Slug string `json:"slug"`
	}
	asked := r.PathValue("id")
	_ = json.Unmarshal(first, &thing) // what has no slug has no other URL
	if _, isID := strconv.Atoi(asked); isID == nil || asked == "" || thing.Slug == "" || thing.Slug == asked {
		return ""
	}
	now := *r.URL
	now.Path = strings.TrimSuffix(now.Path, asked) + thing.Slug
	return now.RequestURI()
}

// readCommonData reads what every page needs.
func (p *pages) readCommonData(r *http.Request, prefs preferences) ([]response, commonData) {
	responses := p.callAll(r, []call{
		get("getConfig", "/config", nil),
		get("getLandingPage", "/landing-page", nil),
		get("listModules", "/modules", nil),
	}, prefs)
	common := commonData{Language: prefs.language, text: p.text}
	_ = json.Unmarshal(responses[0].Body, &common.Config)
	_ = json.Unmarshal(responses[1].Body, &common.Landing)
	var modules struct {
		Modules []module `json:"modules"`
	}
	_ = json.Unmarshal(responses[2].Body, &modules)
	common.Modules = modules.Modules
	common.Module = common.Config.findModule(prefs.module)
	return responses, common
}

// callAll makes the calls concurrently; the responses are in their order.
func (p *pages) callAll(r *http.Request, calls []call, prefs preferences) []response {
	responses := make([]response, len(calls))
	var wg sync.WaitGroup
	for i, c := range calls {
		wg.Go(func() { responses[i] = p.preloader.call(r.Context(), c, prefs) })
	}
	wg.Wait()
	return responses
}

// notFound serves the page for a URL that the storefront does not have.
func (p *pages) notFound(w http.ResponseWriter, r *http.Request) {
	prefs := p.preferences(r)
	responses, common := p.readCommonData(r, prefs)
	p.errorPage(w, r, prefs, common, responses, http.StatusNotFound)
}

// errorPage serves the storefront, which shows the error, with the status for machines.
// A status of 500 and above stays.
func (p *pages) errorPage(w http.ResponseWriter, r *http.Request, prefs preferences, common commonData, responses []response, status int) {
	if status < http.StatusInternalServerError {
		status = http.StatusNotFound
	}
	p.write(w, r, status, page{preferences: prefs, head: head{title: common.Config.BusinessName, noIndex: true}, common: common, responses: responses})
}

// page is the parts of a response.
type page struct {
	preferences preferences
	head        head
	common      commonData
	view        firstView
	responses   []response
}

func (p *pages) write(w http.ResponseWriter, r *http.Request, status int, page page) {
	given := page.responses[:0:0]
	for _, a := range page.responses {
		if a.ok() {
			given = append(given, a)
		}
	}
	config := page.common.Config
	p.send(w, status, p.shell.fill(page.preferences, insertions{
		head: slices.Concat(page.head.render(p.origin(r), config.BusinessName), page.view.links),
		root: page.view.render(page.preferences, page.common, given),
		data: dataBlock(given, page.preferences.adopted),
	}))
}

// send sends a filled page. It depends on the cookie, and a browser must ask for it again.
func (p *pages) send(w http.ResponseWriter, status int, body []byte) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	p.cachePages(header)
	header.Set("Vary", "Cookie")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
