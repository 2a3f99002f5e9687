package public_test

import (
	"net/http"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

func TestNewsletterOverHTTP_HDR08(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newIslandAPI(t, open(t), nil)
		bad := `{"errors":[{"code":"invalid","message":"Please insert a valid email.","field":"email"}],"message":"Please insert a valid email."}`
		tests := []struct {
			name, body string
			status     int
			want       string
		}{
			{"the first time", `{"email":"asha@example.com"}`, 200, `{"message":"Thank you for subscribing!"}`},
			{"again", `{"email":"Asha@example.com"}`, 200, `{"message":"Thank you for subscribing!"}`},
			{"no address", `{"email":"asha"}`, 422, bad},
			{"an empty one", `{"email":""}`, 422, bad},
			{"one as long as a book", `{"email":"` + strings.Repeat("a", 9000) + `@example.com"}`, 422, bad},
			{"with a zero byte", `{"email":"a\u0000b@example.com"}`, 400, `"code":"malformed"`},
			{"none at all", `{}`, 422, `"errors":`},
			{"not JSON", `{"email"`, 400, `"errors":`},
		}
		for _, tt := range tests {
			status, body := f.ask(http.MethodPost, "/newsletter", tt.body)
			if status != tt.status || !strings.Contains(body, tt.want) {
				t.Errorf("%s: %d %s", tt.name, status, body)
			}
		}
	})
}
