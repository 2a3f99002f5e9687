package mail_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"hawker/internal/account"
	adapter "hawker/internal/adapter/mail"
	"hawker/internal/contact"
	"hawker/internal/errs"
)

const password = "p@ss/word?#1"

func to(p *smtpServer, scheme, settings string) string {
	user := ""
	if p.user != "" {
		user = url.UserPassword(p.user, password).String() + "@"
	}
	return scheme + "://" + user + p.addr + "?from=Hawker Tëst <shop@example.com>" + settings
}

func server(t *testing.T, p *smtpServer, address string) *adapter.Server {
	t.Helper()
	s, err := adapter.New(address)
	if err != nil {
		t.Fatal(err)
	}
	s.Trust(p.authority)
	return s
}

var code = account.Mail{
	To:      "asha@example.com",
	Subject: "Your code: 123456 — \u200fرمز",
	Text:    "Your code is 123456.\n.\nIt lives 5 minutes. رمز التحقق 🍜\n" + strings.Repeat("long ", 300) + "\n",
}

func TestSend_deliversTheMail(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		encryption, scheme, settings, user string
		encrypted                          bool
	}{
		"without encryption":         {plain, "smtp", "", "", false},
		"encrypted if possible":      {startTLS, "smtp", "", "", true},
		"explicitly opportunistic":   {startTLS, "smtp", "&tls=opportunistic", "", true},
		"encryption required":        {startTLS, "smtp", "&tls=required", "hawker", true},
		"encrypted from the start":   {fromStart, "smtps", "", "hawker", true},
		"a password to this machine": {plain, "smtp", "", "hawker", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &smtpServer{user: tt.user, password: password}
			p.open(t, tt.encryption)
			if err := server(t, p, to(p, tt.scheme, tt.settings)).Send(t.Context(), code); err != nil {
				t.Fatal(err)
			}
			got := p.received()
			if len(got) != 1 {
				t.Fatalf("%d mails", len(got))
			}
			if got[0].from != "shop@example.com" || got[0].to != string(code.To) || got[0].encrypted != tt.encrypted || got[0].user != tt.user {
				t.Errorf("from %s to %s, encrypted %v, by %q", got[0].from, got[0].to, got[0].encrypted, got[0].user)
			}
			sameMail(t, got[0].text, code)
		})
	}
}

// sameMail parses the received mail with the standard library.
func sameMail(t *testing.T, text string, want account.Mail) {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	words := new(mime.WordDecoder)
	subject, err := words.DecodeHeader(m.Header.Get("Subject"))
	if err != nil || subject != want.Subject {
		t.Errorf("subject %q, %v", subject, err)
	}
	from, err := m.Header.AddressList("From")
	if err != nil || len(from) != 1 || from[0].Name != "Hawker Tëst" || from[0].Address != "shop@example.com" {
		t.Errorf("from %v, %v", from, err)
	}
	if kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type")); err != nil || kind != "text/plain" || !strings.EqualFold(params["charset"], "utf-8") {
		t.Errorf("content type %q %v, %v", kind, params, err)
	}
	if encoding := m.Header.Get("Content-Transfer-Encoding"); encoding != "quoted-printable" {
		t.Errorf("encoding %q", encoding)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if got := strings.TrimRight(strings.ReplaceAll(string(body), "\r\n", "\n"), "\n"); err != nil || got != strings.TrimRight(want.Text, "\n") {
		t.Errorf("text %q, %v", got, err)
	}
	if date, err := m.Header.Date(); err != nil || time.Since(date) > time.Minute {
		t.Errorf("date %v, %v", date, err)
	}
	if id := m.Header.Get("Message-Id"); !strings.HasSuffix(id, "@example.com>") {
		t.Errorf("message id %q", id)
	}
	for header := range m.Header {
		if !map[string]bool{"Auto-Submitted": true, "Content-Language": true, "Content-Transfer-Encoding": true, "Content-Type": true, "Date": true,
			"From": true, "Message-Id": true, "Mime-Version": true, "Subject": true, "To": true}[header] {
			t.Errorf("an unexpected header: %s", header)
		}
	}
}

func TestSend_PROF06_offersToUnsubscribeByOneClick(t *testing.T) {
	t.Parallel()
	p := &smtpServer{}
	p.open(t, plain)
	link := "https://shop.example/api/v1/notifications/unsubscribe?customer=17&token=" + strings.Repeat("x", 43)
	if err := server(t, p, to(p, "smtp", "")).Send(t.Context(), account.Mail{To: "asha@example.com", Subject: "s", Text: "t", Unsubscribe: link}); err != nil {
		t.Fatal(err)
	}
	m, err := mail.ReadMessage(strings.NewReader(p.received()[0].text))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Header.Get("List-Unsubscribe"); strings.ReplaceAll(got, " ", "") != "<"+link+">" || m.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		t.Errorf("%q %q", got, m.Header.Get("List-Unsubscribe-Post"))
	}
}

func TestSend_allowsNoHeaderInjection(t *testing.T) {
	t.Parallel()
	p := &smtpServer{}
	p.open(t, plain)
	s := server(t, p, to(p, "smtp", ""))
	for _, address := range []string{
		"", "asha", "asha@example.com\r\nBcc: eve@example.com", "asha@example.com, eve@example.com", "Asha <asha@example.com>",
		"asha@example.com ", "asha@example.com\n", "<asha@example.com>", "asha@example.com (eve)",
	} {
		if err := s.Send(t.Context(), account.Mail{To: contact.Email(address), Subject: "s", Text: "t"}); !errs.Is(err, errs.Invalid) {
			t.Errorf("%q was accepted: %v", address, err)
		}
	}
	if got := p.received(); len(got) != 0 {
		t.Fatalf("%d mails were sent", len(got))
	}
	for subject, want := range map[string]string{
		"Hello\r\nBcc: eve@example.com":                   "Hello Bcc: eve@example.com",
		"Hello\nX-Evil: 1\n\nand a body":                  "Hello X-Evil: 1 and a body",
		"Grüße\r\n\tBcc: eve@example.com\x00":             "Grüße Bcc: eve@example.com\x00",
		"\u0085\u2028Hello\u2029\vBcc: eve@example.com\f": "Hello Bcc: eve@example.com",
	} {
		if err := s.Send(t.Context(), account.Mail{To: "asha@example.com", Subject: subject, Text: "t"}); err != nil {
			t.Fatal(err)
		}
		got := p.received()
		sameMail(t, got[len(got)-1].text, account.Mail{Subject: want, Text: "t"})
	}
}

func TestSend_permanentAndTemporaryRefusals(t *testing.T) {
	t.Parallel()
	no := func(code int) *smtp.SMTPError {
		return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 1, 1}, Message: "<asha@example.com> " + password}
	}
	for name, tt := range map[string]struct {
		refuse map[string]error
		want   errs.Code
		said   string
	}{
		"no such recipient":     {map[string]error{"RCPT": no(550)}, errs.Invalid, "550 5.1.1"},
		"recipient temporarily": {map[string]error{"RCPT": no(450)}, errs.Unavailable, "450 4.1.1"},
		"text refused":          {map[string]error{"DATA": no(554)}, errs.Invalid, "554 5.1.1"},
		"text temporarily":      {map[string]error{"DATA": no(451)}, errs.Unavailable, "451 4.1.1"},
		"sender refused":        {map[string]error{"MAIL": no(553)}, errs.Unavailable, "553 5.1.1"},
		"sender temporarily":    {map[string]error{"MAIL": no(421)}, errs.Unavailable, "421 4.1.1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &smtpServer{refuse: tt.refuse}
			p.open(t, plain)
			err := server(t, p, to(p, "smtp", "")).Send(t.Context(), code)
			if !errs.Is(err, tt.want) || !strings.Contains(err.Error(), tt.said) {
				t.Errorf("%v", err)
			}
			hasNoSecrets(t, err)
		})
	}
}

// hasNoSecrets checks that an error may be logged.
func hasNoSecrets(t *testing.T, err error) {
	t.Helper()
	for _, hidden := range []string{password, url.QueryEscape(password), url.PathEscape(password), "p@ss", "p%40ss", string(code.To), "123456"} {
		if strings.Contains(fmt.Sprintf("%v %+v", err, err), hidden) {
			t.Errorf("the error contains %q: %v", hidden, err)
		}
	}
}

func TestSend_failsWithoutSendingTheMail(t *testing.T) {
	t.Parallel()
	t.Run("wrong password", func(t *testing.T) {
		t.Parallel()
		p := &smtpServer{user: "hawker", password: "another"}
		p.open(t, startTLS)
		err := server(t, p, to(p, "smtp", "")).Send(t.Context(), code)
		if !errs.Is(err, errs.Unavailable) || !strings.Contains(err.Error(), "535") {
			t.Errorf("%v", err)
		}
		hasNoSecrets(t, err)
	})
	t.Run("encryption required but not supported", func(t *testing.T) {
		t.Parallel()
		p := &smtpServer{user: "hawker", password: password}
		p.open(t, plain)
		err := server(t, p, to(p, "smtp", "&tls=required")).Send(t.Context(), code)
		if !errs.Is(err, errs.Unavailable) || len(p.received()) > 0 {
			t.Errorf("%v", err)
		}
		hasNoSecrets(t, err)
	})
	t.Run("a password without encryption to another machine", func(t *testing.T) {
		t.Parallel()
		p := &smtpServer{user: "hawker", password: password, host: "127.0.0.2"} // for the client it is another machine
		p.open(t, plain)
		err := server(t, p, to(p, "smtp", "")).Send(t.Context(), code)
		if !errs.Is(err, errs.Unavailable) || p.gotPassword() {
			t.Errorf("%v; a password was sent: %v", err, p.gotPassword())
		}
	})
	for _, scheme := range []string{"smtp", "smtps"} {
		t.Run("an untrusted certificate, "+scheme, func(t *testing.T) {
			t.Parallel()
			p := &smtpServer{user: "hawker", password: password}
			p.open(t, map[string]string{"smtp": startTLS, "smtps": fromStart}[scheme])
			s := server(t, p, to(p, scheme, ""))
			s.Trust(nil)
			if err := s.Send(t.Context(), code); !errs.Is(err, errs.Unavailable) || len(p.received()) > 0 {
				t.Errorf("%v", err)
			}
		})
	}
	t.Run("no server", func(t *testing.T) {
		t.Parallel()
		p := &smtpServer{user: "hawker", addr: closedPort(t)}
		err := server(t, p, to(p, "smtp", "")).Send(t.Context(), code)
		if !errs.Is(err, errs.Unavailable) {
			t.Errorf("%v", err)
		}
		hasNoSecrets(t, err)
	})
}

func closedPort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// A server may stop responding at any step. Send has one timeout for all steps together.
func TestSend_timesOut(t *testing.T) {
	t.Parallel()
	answers := []string{"220 mail.test\r\n", "250 mail.test\r\n", "250 ok\r\n", "250 ok\r\n", "250 ok\r\n", "354 go on\r\n"}
	for responses := range len(answers) + 1 {
		t.Run(fmt.Sprintf("after %d responses", responses), func(t *testing.T) {
			t.Parallel()
			p := &smtpServer{addr: answering(t, answers[:responses], 100*time.Millisecond)}
			s := server(t, p, to(p, "smtp", ""))
			s.Wait(700 * time.Millisecond)
			began := time.Now()
			err := s.Send(t.Context(), code)
			// The context and the connection end at about the same time.
			if took := time.Since(began); !errs.Is(err, errs.Unavailable) || took < 600*time.Millisecond || took > 10*time.Second {
				t.Errorf("%v after %s", err, took)
			}
		})
	}
	t.Run("the caller cancels", func(t *testing.T) {
		t.Parallel()
		p := &smtpServer{addr: answering(t, nil, 0)}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		began := time.Now()
		if err := server(t, p, to(p, "smtp", "")).Send(ctx, code); err == nil || time.Since(began) > 10*time.Second {
			t.Errorf("%v after %s", err, time.Since(began))
		}
	})
}

// answering starts a server that sends its lines slowly, each after a line of the client,
// and then nothing more.
func answering(t *testing.T, lines []string, slowly time.Duration) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		client := bufio.NewScanner(conn)
		for _, line := range lines {
			time.Sleep(slowly)
			if _, err := io.WriteString(conn, line); err != nil || !client.Scan() {
				return
			}
		}
		for client.Scan() { // keeps reading
		}
	}()
	return listener.Addr().String()
}

func TestNew_addressOfTheServer(t *testing.T) {
	t.Parallel()
	for _, right := range []string{
		"smtp://mail.example.com?from=a@b.example",
		"smtp://mail.example.com:2525/?from=Hawker <a@b.example>&tls=required",
		"smtps://u:p@mail.example.com:465?from=%22Hawker%2C Inc.%22 %3Ca%40b.example%3E",
		"smtp://[::1]:25?from=a@b.example&tls=opportunistic",
	} {
		if _, err := adapter.New(right); err != nil {
			t.Errorf("%s: %v", right, err)
		}
	}
	for _, wrong := range []string{
		"", "mail.example.com", "http://u:hush@mail.example.com?from=a@b.example", "smtp://?from=a@b.example",
		"smtp://u:hush@mail.example.com", "smtp://u:hush@mail.example.com?from=hush", "smtp://u:hush@mail.example.com?from=a@b.example&tls=hush",
		"smtps://u:hush@mail.example.com?from=a@b.example&tls=required", "smtp://u:hush@mail.example.com/hush?from=a@b.example",
		"smtp://u:hush@mail.example.com:0?from=a@b.example", "smtp://u:hush@mail.example.com:65536?from=a@b.example",
		"smtp://u:hush@mail.example.com:hush?from=a@b.example", "smtp://u:hush/hush@mail.example.com?from=a@b.example",
		"smtp://u:hush@mail.example.com?from=a@b.example&hush=1", "smtp://u:hush@mail.example.com?from=a@b.example#hush",
		"smtp://u:hush@mail.example.com?from=a@b.example,hush@b.example", "smtp://u:hu\nsh@mail.example.com?from=a@b.example",
	} {
		_, err := adapter.New(wrong)
		if err == nil {
			t.Errorf("%q was accepted", wrong)
		} else if strings.Contains(err.Error(), "hush") {
			t.Errorf("the error contains the secret: %v", err)
		}
	}
}
