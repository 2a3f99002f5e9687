package demo

import (
	"context"
	_ "embed"
	"html/template"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"hawker/internal/account"
	"hawker/internal/clock"
	"hawker/internal/contact"
)

// Outbox keeps the newest mails and text messages that a real town would have sent,
// and shows them on a page. It keeps them only in memory, because codes must not be in
// a database (AUTH-10). Safe for concurrent use.
type Outbox struct {
	clock  clock.Clock
	codes  bool
	styles []string // of the storefront

	mu       sync.Mutex
	messages []message // the newest first
}

// message is a mail or a text message.
type message struct {
	Channel string // Mail or SMS
	To      string
	Subject string // of a mail
	Text    string
	At      time.Time
}

// part is a part of a message's text: a link, or the text between two links.
type part struct {
	Text   string
	IsLink bool
}

var links = regexp.MustCompile(`https?://[^\s<>"]*[^\s<>".,;:!?)]`)

// Parts splits the text at its links.
func (m message) Parts() []part {
	var parts []part
	rest := 0
	for _, at := range links.FindAllStringIndex(m.Text, -1) {
		parts = append(parts, part{Text: m.Text[rest:at[0]]}, part{m.Text[at[0]:at[1]], true})
		rest = at[1]
	}
	return append(parts, part{Text: m.Text[rest:]})
}

// maxMessages is how many messages are kept.
const maxMessages = 200

// NewOutbox returns an empty outbox. Without codes it hides the secrets in messages:
// with them, anybody who sees the page could sign in as the receiver. styles are the
// paths of the storefront's stylesheets, which the page uses.
func NewOutbox(c clock.Clock, codes bool, styles []string) *Outbox {
	return &Outbox{clock: c, codes: codes, styles: styles}
}

// Mailer returns the outbox as an account.Mailer.
func (o *Outbox) Mailer() account.Mailer { return outboxMail{o} }

// Texter returns the outbox as an account.Texter.
func (o *Outbox) Texter() account.Texter { return outboxTexts{o} }

type outboxMail struct{ *Outbox }

func (o outboxMail) Send(_ context.Context, m account.Mail) error {
	o.keep(message{Channel: "Mail", To: string(m.To), Subject: m.Subject, Text: m.Text})
	return nil
}

type outboxTexts struct{ *Outbox }

func (o outboxTexts) Send(_ context.Context, to contact.Phone, text string) error {
	o.keep(message{Channel: "SMS", To: string(to), Text: text})
	return nil
}

func (o *Outbox) keep(m message) {
	if !o.codes {
		m.Subject, m.Text = withoutSecrets(m.Subject), withoutSecrets(m.Text)
	}
	m.At = o.clock.Now().UTC()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.messages = slices.Insert(o.messages, 0, m)
	o.messages = o.messages[:min(len(o.messages), maxMessages)]
}

// secrets matches codes, and the query and fragment of a URL.
var secrets = regexp.MustCompile(`[0-9]{6,}|(https?://[^\s?#]*)[?#]\S+`)

func withoutSecrets(text string) string {
	return secrets.ReplaceAllString(text, "$1••••••")
}

//go:embed outbox.html
var outboxHTML string

//go:embed outbox.css
var outboxCSS string

var outboxPage = template.Must(template.New("outbox").Parse(outboxHTML))

// OutboxPath is where the page is served.
const OutboxPath = "/demo/outbox"

// ServeHTTP responds with the page, and with its style sheet below it.
func (o *Outbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	switch r.URL.Path {
	case OutboxPath:
		o.mu.Lock()
		messages := slices.Clone(o.messages)
		o.mu.Unlock()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		page := struct {
			Styles   []string
			Messages []message
		}{o.styles, messages}
		_ = outboxPage.Execute(w, page) // fails only if the client is gone
	case OutboxPath + "/style.css":
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		http.ServeContent(w, r, "", o.clock.Now(), strings.NewReader(outboxCSS))
	default:
		http.NotFound(w, r)
	}
}
