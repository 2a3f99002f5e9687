package signintest

import (
	"context"
	"regexp"
	"sync"

	"hawker/internal/account"
	"hawker/internal/contact"
)

var sixDigits = regexp.MustCompile(`\b[0-9]{6}\b`)

// Messages stores messages instead of sending them. Safe for concurrent use.
type Messages struct {
	mu   sync.Mutex
	sent []message
	fail error
}

type message struct {
	to, text string
	byMail   bool
}

// Send stores a text message.
func (m *Messages) Send(_ context.Context, to contact.Phone, text string) error {
	return m.store(message{to: string(to), text: text})
}

func (m *Messages) store(sent message) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		return m.fail
	}
	m.sent = append(m.sent, sent)
	return nil
}

// Fail makes every message fail from now on; nil ends that.
func (m *Messages) Fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fail = err
}

// To returns what was sent to a phone or an e-mail.
func (m *Messages) To(address string) (texts []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, sent := range m.sent {
		if sent.to == address {
			texts = append(texts, sent.text)
		}
	}
	return texts
}

// Mail stores a mail.
func (m *Messages) Mail(to contact.Email, text string) error {
	return m.store(message{to: string(to), byMail: true, text: text})
}

// Texted returns the phones to which text messages were sent.
func (m *Messages) Texted() (phones []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, sent := range m.sent {
		if !sent.byMail {
			phones = append(phones, sent.to)
		}
	}
	return phones
}

// Codes returns all codes that were sent.
func (m *Messages) Codes() (codes []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, sent := range m.sent {
		if code := sixDigits.FindString(sent.text); code != "" {
			codes = append(codes, code)
		}
	}
	return codes
}

// mailer implements account.Mailer.
type mailer struct{ messages *Messages }

func (m mailer) Send(_ context.Context, mail account.Mail) error {
	return m.messages.store(message{to: string(mail.To), byMail: true, text: mail.Subject + "\n" + mail.Text})
}
