package signintest

import (
	"context"
	"regexp"
	"sync"

	"hawker/internal/account"
	"hawker/internal/contact"
)

var sixDigits = regexp.MustCompile(`\b[0-9]{6}\b`)

// Post stores messages instead of sending them. Safe for concurrent use.
type Post struct {
	mu   sync.Mutex
	sent []message
	fail error
}

type message struct {
	to, text string
	byMail   bool
}

// Send stores a text message.
func (p *Post) Send(_ context.Context, to contact.Phone, text string) error {
	return p.keep(message{to: string(to), text: text})
}

func (p *Post) keep(m message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fail != nil {
		return p.fail
	}
	p.sent = append(p.sent, m)
	return nil
}

// Fail makes every message fail from now on; nil ends that.
func (p *Post) Fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fail = err
}

// To returns what was sent to a phone or an e-mail.
func (p *Post) To(address string) (texts []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.sent {
		if m.to == address {
			texts = append(texts, m.text)
		}
	}
	return texts
}

// Texted returns the addresses that text messages were sent to.
func (p *Post) Texted() (phones []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.sent {
		if !m.byMail {
			phones = append(phones, m.to)
		}
	}
	return phones
}

// Codes returns all codes that were sent.
func (p *Post) Codes() (codes []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.sent {
		if code := sixDigits.FindString(m.text); code != "" {
			codes = append(codes, code)
		}
	}
	return codes
}

// mailbox is a Post as account.Mailer.
type mailbox struct{ post *Post }

func (b mailbox) Send(_ context.Context, m account.Mail) error {
	return b.post.keep(message{to: string(m.To), byMail: true, text: m.Subject + "\n" + m.Text})
}
