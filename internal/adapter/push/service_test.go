package push_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/adapter/push"
	"hawker/internal/notification"
)

// service is a push service with one browser. It reads what it gets with code of its own.
type service struct {
	*httptest.Server
	Browser *ecdh.PrivateKey
	Secret  []byte
	mu      sync.Mutex
	respond http.HandlerFunc // nil: 201
	got     []received
}

type received struct {
	Header http.Header
	Text   string
	Claims claims
	Key    string // the shop's
}

// claims are what a shop says of itself (RFC 8292).
type claims struct {
	Aud, Sub string
	Exp      int64
}

var b64 = base64.RawURLEncoding

func newService(t *testing.T) *service {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s := &service{Browser: key, Secret: make([]byte, 16)}
	rand.Read(s.Secret)
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		one, err := s.read(r)
		if err != nil {
			t.Errorf("the push service cannot read the message: %v", err)
		}
		s.mu.Lock()
		s.got = append(s.got, one)
		respond := s.respond
		s.mu.Unlock()
		if respond != nil {
			respond(w, r)
			return
		}
		w.WriteHeader(http.StatusCreated)
	}))
	t.Cleanup(s.Close)
	return s
}

// client makes a client of the shop that reaches this service alone.
func (s *service) client(t *testing.T) *push.Client {
	t.Helper()
	key, err := push.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	c, err := push.New(push.Config{Key: key, Contact: "mailto:me@shop.example"})
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	c.CallsAt(s.Listener.Addr().String(), roots)
	return c
}

func (s *service) subscription() notification.PushSubscription {
	return notification.PushSubscription{Endpoint: endpoint, P256dh: b64.EncodeToString(s.Browser.PublicKey().Bytes()), Auth: b64.EncodeToString(s.Secret)}
}

func (s *service) responds(with http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.respond = with
}

func (s *service) received() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]received(nil), s.got...)
}

func (s *service) read(r *http.Request) (one received, err error) {
	one.Header = r.Header
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return one, err
	}
	if one.Text, err = s.decrypt(body); err != nil {
		return one, err
	}
	one.Claims, one.Key, err = verify(r.Header.Get("Authorization"))
	return one, err
}

// decrypt is RFC 8291, section 3, and RFC 8188 with one record.
func (s *service) decrypt(body []byte) (string, error) {
	salt, recordSize, keySize := body[:16], binary.BigEndian.Uint32(body[16:20]), int(body[20])
	if int(recordSize) > 4096 || len(body) > 4096 || keySize != 65 {
		return "", fmt.Errorf("%d bytes in records of %d, key of %d", len(body), recordSize, keySize)
	}
	point, ciphertext := body[21:21+keySize], body[21+keySize:]
	shop, err := ecdh.P256().NewPublicKey(point)
	if err != nil {
		return "", err
	}
	shared, err := s.Browser.ECDH(shop)
	if err != nil {
		return "", err
	}
	info := "WebPush: info\x00" + string(s.Browser.PublicKey().Bytes()) + string(point)
	ikm, err := hkdf.Key(sha256.New, shared, s.Secret, info, 32)
	if err != nil {
		return "", err
	}
	key, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return "", err
	}
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return "", err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return "", err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	padded, err := gcm.Open(nil, nonce, ciphertext, nil)
	if err != nil {
		return "", err
	}
	text, found := strings.CutSuffix(strings.TrimRight(string(padded), "\x00"), "\x02")
	if !found {
		return "", fmt.Errorf("not the last record")
	}
	return text, nil
}

// verify checks an Authorization header as RFC 8292 says (sections 2 and 3), with the signature of RFC 7515.
func verify(authorization string) (c claims, key string, err error) {
	token, key, found := strings.Cut(strings.TrimPrefix(authorization, "vapid t="), ", k=")
	parts := strings.Split(token, ".")
	if !found || len(parts) != 3 {
		return c, key, fmt.Errorf("the authorization is %q", authorization)
	}
	header, err1 := b64.DecodeString(parts[0])
	text, err2 := b64.DecodeString(parts[1])
	signature, err3 := b64.DecodeString(parts[2])
	point, err4 := b64.DecodeString(key)
	if err1 != nil || err2 != nil || err3 != nil || err4 != nil || len(signature) != 64 || !strings.Contains(string(header), `"ES256"`) {
		return c, key, fmt.Errorf("the token is %s", token)
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return c, key, err
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return c, key, fmt.Errorf("the signature is wrong")
	}
	err = json.Unmarshal(text, &c)
	if left := time.Until(time.Unix(c.Exp, 0)); left <= 0 || left > 24*time.Hour {
		err = fmt.Errorf("the token is good for %s", left)
	}
	return c, key, err
}
