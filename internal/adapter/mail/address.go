package mail

import (
	"errors"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
)

// security says when the connection is encrypted.
type security string

const (
	opportunistic security = "opportunistic" // STARTTLS if the server supports it
	required      security = "required"      // STARTTLS or no mail
	implicit      security = "implicit"      // TLS from the first byte (smtps)
)

// relay is a parsed URL of a mail server.
type relay struct {
	host     string
	port     int
	user     string
	password string
	security security
	from     mail.Address
}

// ports are the default ports, by the URL's scheme.
var ports = map[string]int{"smtp": 587, "smtps": 465}

// parse parses smtp://user:password@host:port?from=Name <a@b>&tls=required. Its errors do
// not contain any part of the URL, because the URL contains a password.
func parse(address string) (relay, error) {
	u, err := url.Parse(address)
	if err != nil {
		return relay{}, errors.New("the mail server's address is not a URL; write /, ?, # and @ in a password as %2F, %3F, %23 and %40")
	}
	port, known := ports[u.Scheme]
	switch {
	case !known:
		return relay{}, errors.New("the mail server's address begins with neither smtp:// nor smtps://")
	case u.Hostname() == "":
		return relay{}, errors.New("the mail server's address has no host")
	case u.Path != "" && u.Path != "/", u.Fragment != "":
		return relay{}, errors.New("the mail server's address must not have a path; after the host or the port comes ?from=")
	}
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil || port < 1 || port > 65535 {
			return relay{}, errors.New("the mail server's port is not from 1 to 65535")
		}
	}
	r := relay{host: u.Hostname(), port: port, user: u.User.Username()}
	r.password, _ = u.User.Password()
	if r.security, err = securityOf(u); err != nil {
		return relay{}, err
	}
	from, err := mail.ParseAddress(u.Query().Get("from"))
	if err != nil {
		return relay{}, errors.New("the mail server's address needs ?from=, the sender, such as ?from=Hawker <shop@example.com>")
	}
	r.from = *from
	return r, nil
}

func securityOf(u *url.URL) (security, error) {
	for name := range u.Query() {
		if name != "from" && name != "tls" {
			return "", errors.New("the mail server's address has a setting other than from and tls")
		}
	}
	switch word := security(u.Query().Get("tls")); {
	case u.Scheme == "smtps" && word == "":
		return implicit, nil
	case u.Scheme == "smtps":
		return "", errors.New("tls= is for smtp://; smtps:// is always encrypted")
	case word == "":
		return opportunistic, nil
	case word != opportunistic && word != required:
		return "", errors.New("tls= of the mail server's address must be opportunistic or required")
	default:
		return word, nil
	}
}

// domain returns the sender's domain, for message ids.
func (r relay) domain() string {
	_, domain, _ := strings.Cut(r.from.Address, "@")
	return domain
}
