package mail_test

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// postbox is a mail server of the test's own, and the mail it took.
type postbox struct {
	addr      string
	authority *x509.CertPool
	host      string // "": 127.0.0.1
	user      string // "": no sign-in
	password  string
	refuse    map[string]error // by command

	mu        sync.Mutex
	took      []letter
	passwords int
}

type letter struct {
	from, to, text string
	encrypted      bool
	user           string
}

const (
	plain     = "plain"     // no encryption at all
	startTLS  = "starttls"  // offered
	fromStart = "fromStart" // smtps
)

// open starts the server; it ends with the test.
func (p *postbox) open(t *testing.T, encryption string) {
	t.Helper()
	certified := httptest.NewTLSServer(nil) // for its certificate
	certified.Close()
	p.authority = x509.NewCertPool()
	p.authority.AddCert(certified.Certificate())

	server := smtp.NewServer(p)
	server.Domain = "mail.test"
	server.AllowInsecureAuth = true // the client is what must refuse
	server.ErrorLog = log.New(io.Discard, "", 0)
	listener, err := net.Listen("tcp", net.JoinHostPort(cmp.Or(p.host, "127.0.0.1"), "0"))
	if err != nil {
		t.Fatal(err)
	}
	config := &tls.Config{Certificates: certified.TLS.Certificates}
	switch encryption {
	case startTLS:
		server.TLSConfig = config
	case fromStart:
		listener = tls.NewListener(listener, config)
	}
	p.addr = listener.Addr().String()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(listener)
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-done
	})
}

// letters are what was taken so far.
func (p *postbox) letters() []letter {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]letter(nil), p.took...)
}

// asked tells whether anybody sent a password.
func (p *postbox) asked() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.passwords > 0
}

// NewSession implements smtp.Backend.
func (p *postbox) NewSession(c *smtp.Conn) (smtp.Session, error) {
	return &visit{postbox: p, conn: c}, nil
}

type visit struct {
	*postbox
	conn *smtp.Conn
	now  letter
}

func (v *visit) Reset()        { v.now = letter{user: v.now.user} }
func (v *visit) Logout() error { return nil }

func (v *visit) AuthMechanisms() []string {
	if v.user == "" {
		return nil
	}
	return []string{sasl.Plain}
}

func (v *visit) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		v.mu.Lock()
		v.passwords++
		v.mu.Unlock()
		if user != v.user || password != v.password {
			return &smtp.SMTPError{Code: 535, EnhancedCode: smtp.EnhancedCode{5, 7, 8}, Message: "no: " + user + " " + password}
		}
		v.now.user = user
		return nil
	}), nil
}

func (v *visit) Mail(from string, _ *smtp.MailOptions) error {
	if v.user != "" && v.now.user == "" {
		return smtp.ErrAuthRequired
	}
	v.now.from = from
	return v.refuse["MAIL"]
}

func (v *visit) Rcpt(to string, _ *smtp.RcptOptions) error {
	if v.now.to != "" {
		return errors.New("a second recipient")
	}
	v.now.to = to
	return v.refuse["RCPT"]
}

func (v *visit) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if v.refuse["DATA"] != nil {
		return v.refuse["DATA"]
	}
	v.now.text = string(text)
	_, v.now.encrypted = v.conn.TLSConnectionState()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.took = append(v.took, v.now)
	return nil
}
