// Package sms sends text messages through any gateway with an HTTP API. The settings have
// its URL and body, in which {phone} and {text} are replaced. It implements account.Texter.
package sms

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"hawker/internal/account"
	"hawker/internal/adapter/httpclient"
	"hawker/internal/contact"
	"hawker/internal/errs"
)

// Config is how the gateway is called. {phone} (E.164) and {text} must be in URL or Body.
// Both are escaped, so that no text can change the rest of the call.
type Config struct {
	URL         string // http or https; its user and password are sent as basic authorization
	Body        string // body of a POST; "": the call is a GET
	ContentType string // of the body: json or form
	Header      string // one more header, "Authorization: Bearer …"
}

// Gateway is a service that sends our messages. Safe for concurrent use.
type Gateway struct {
	address template
	body    template
	kind    string    // content type of the body
	header  [2]string // name and value
	client  *http.Client
}

// New checks the config and returns all mistakes at once. Errors do not contain any part of
// the config.
func New(c Config) (*Gateway, error) {
	g := &Gateway{client: httpclient.New(httpclient.Timeout)}
	wrong := make([]error, 3)
	g.address, wrong[0] = address(c.URL)
	g.body, g.kind, wrong[1] = body(c.Body, c.ContentType)
	g.header, wrong[2] = header(c.Header)
	for _, mark := range []string{phoneMark, textMark} {
		if !strings.Contains(c.URL+c.Body, mark) {
			wrong = append(wrong, errors.New("the SMS address and body do not contain "+mark))
		}
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	return g, nil
}

var _ account.Texter = (*Gateway)(nil)

// Send implements account.Texter. A status of 2xx is success. A status of 4xx about the
// message is errs.Invalid, because the same call would be refused again. Any other is
// errs.Unavailable. Errors do not contain the response, which may contain the text.
func (g *Gateway) Send(ctx context.Context, to contact.Phone, text string) error {
	phone := string(to)
	method, content := http.MethodGet, ""
	if g.kind != "" {
		method, content = http.MethodPost, g.body.fill(phone, text)
	}
	req, err := http.NewRequestWithContext(ctx, method, g.address.fill(phone, text), strings.NewReader(content))
	if err != nil {
		return errors.New("the SMS address with phone and text is invalid")
	}
	if g.kind != "" {
		req.Header.Set("Content-Type", g.kind)
	}
	if g.header[0] != "" {
		req.Header.Set(g.header[0], g.header[1])
	}
	status, _, err := httpclient.Do(g.client, req)
	switch {
	case err != nil:
		return errs.New(errs.Unavailable, "The SMS gateway does not respond at the moment.").Because(err)
	case status/100 == 2:
		return nil
	}
	cause := fmt.Errorf("the SMS gateway returned %d", status)
	if status/100 == 4 && !slices.Contains(notAboutMessage, status) {
		return errs.New(errs.Invalid, "The SMS gateway refuses this message.").On("phone").Because(cause)
	}
	return errs.New(errs.Unavailable, "The SMS gateway does not accept messages at the moment.").Because(cause)
}

// notAboutMessage are statuses that may be gone at the next try: the gateway is busy, or
// its settings here are wrong, or nobody has paid it. The owner must hear of those.
var notAboutMessage = []int{
	http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed,
	http.StatusRequestTimeout, http.StatusTooManyRequests,
}

// headerLine matches a name and a printable value, on one line.
var headerLine = regexp.MustCompile(`^([A-Za-z0-9-]+):[ \t]*([!-~][ -~]*)$`)

func header(line string) ([2]string, error) {
	if line == "" {
		return [2]string{}, nil
	}
	found := headerLine.FindStringSubmatch(line)
	if found == nil {
		return [2]string{}, errors.New("the SMS header does not have the form Name: value")
	}
	return [2]string{found[1], found[2]}, nil
}
