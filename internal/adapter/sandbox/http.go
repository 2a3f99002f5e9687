package sandbox

import (
	_ "embed"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"strings"

	"hawker/internal/money"
	"hawker/internal/payment"
)

// Path is where the pages are served: GET and POST of everything below it.
const Path = "/sandbox-pay/"

// maxForm is the largest form that is read, in bytes.
const maxForm = 4 << 10

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

func (g *Gateway) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path+"style.css", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		http.ServeContent(w, r, "", g.Clock.Now(), strings.NewReader(pageCSS))
	})
	mux.HandleFunc("GET "+Path+"{session}", g.show)
	mux.HandleFunc("POST "+Path+"{session}", g.submit)
	return mux
}

// ServeHTTP responds with the pages, and with their style sheet.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	g.pages.ServeHTTP(w, r)
}

// ended has the text of a page that is no longer open.
var ended = map[payment.State]string{
	payment.Pending:  "The payment is on its way.",
	payment.Canceled: "The payment was canceled.",
	payment.Expired:  "The time to pay is over.",
	payment.Failed:   "The payment failed.",
	payment.Paid:     "This is paid.",
}

// chargeView is a charge as the page shows it.
type chargeView struct{ Charged, SentBack string } // SentBack: "" if nothing was

func (p page) viewCharges(charges []charge) []chargeView {
	var views []chargeView
	for _, c := range charges {
		v := chargeView{Charged: p.format(c.Amount)}
		if c.Refunded > 0 {
			v.SentBack = p.format(c.Refunded)
		}
		views = append(views, v)
	}
	return views
}

// format writes an amount of the page.
func (p page) format(a money.Amount) string {
	return money.Currency{Digits: p.Digits, Symbol: p.Currency + " "}.Format(a)
}

func (g *Gateway) show(w http.ResponseWriter, r *http.Request) {
	p, err := pageOfSession(r.Context(), g.DB.R, r.PathValue("session"))
	if err != nil {
		g.fail(w, r, known(err))
		return
	}
	charges, err := readCharges(r.Context(), g.DB.R, p)
	if err != nil {
		g.fail(w, r, err)
		return
	}
	shop, err := g.Shop(r.Context())
	if err != nil {
		g.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = pageTemplate.Execute(w, struct { // fails only if the client is gone
		Styles                    []string
		Shop, Title, Amount, Back string
		Charges                   []chargeView
		Ended                     string // "": the page is open
		Choices                   []choice
		Deliveries, Courses       []option
	}{
		g.Styles, shop, p.Title, p.format(p.Amount), p.ReturnURL,
		p.viewCharges(charges), ended[p.stateAt(g.Clock.Now())], choices, deliveries, courses,
	})
}

// submit does what the shopper chose, and sends them back to the shop. The shop says what
// came of it, also if the page had ended already.
func (g *Gateway) submit(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	d, err := read(r.PostFormValue)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	p, err := g.choose(r.Context(), r.PathValue("session"), d)
	if err != nil {
		g.fail(w, r, err)
		return
	}
	http.Redirect(w, r, p.ReturnURL, http.StatusSeeOther)
}

func (g *Gateway) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, payment.ErrUnknown) {
		http.NotFound(w, r)
		return
	}
	slog.ErrorContext(r.Context(), "a page of the sandbox failed", "error", err)
	http.Error(w, "Something went wrong. Please try again.", http.StatusInternalServerError)
}
