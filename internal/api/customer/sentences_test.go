package customer_test

import (
	"strings"
	"testing"
	"time"

	"hawker/internal/api/apitest"
)

// credentialPause is longer than the wait between two codes.
const credentialPause = 10 * time.Minute

// readers are the languages of readers, and what each reads.
var readers = []struct{ language, wrong, sent, empty, subject, code string }{
	{
		"en", "Your email or phone or password is wrong.", "If there is an account, a code is on its way.", "Your cart is empty",
		"Your code for ", "to set a new password. It is good for 5 minutes.",
	},
	{
		"ar", "البريد الإلكتروني أو الهاتف أو كلمة المرور غير صحيحة.", "إن كان هناك حساب، فالرمز في الطريق إليه.", "سلتك فارغة",
		"رمزك في ", "لتعيين كلمة مرور جديدة. الرمز صالح لمدة 5 دقائق.",
	},
}

func TestSentences_I18N01_API07_areInTheLanguageOfTheReader(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		c.SignUp(t)
		for _, r := range readers {
			in := []string{"X-localization", r.language}
			login := c.Post(t, "/auth/login", apitest.Fields{"login_type": "manual", "email_or_phone": apitest.Email, "password": "not-it-at-all"}, in...)
			if got := login.Errors(t); login.Status != 401 || got[0] != "wrong_credentials: "+r.wrong {
				t.Errorf("%s: an error is %q", r.language, got)
			}
			if a := c.Post(t, "/auth/forgot-password", apitest.Fields{"email": apitest.Email, "verification_method": "email"}, in...); a.Text(t, "message") != r.sent {
				t.Errorf("%s: a confirmation is %s", r.language, a.Body)
			}
			quote := apitest.Read[apitest.Quote](t, c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(nil), in...))
			if len(quote.Problems) != 1 || quote.Problems[0].Message != r.empty {
				t.Errorf("%s: a problem is %v", r.language, quote.Problems)
			}
			c.AccountFixture.AwaitMessages(t)
			mails := c.AccountFixture.Messages.To(apitest.Email)
			if len(mails) == 0 {
				t.Fatalf("%s: no mail was sent", r.language)
			}
			if mail := mails[len(mails)-1]; !strings.Contains(mail, r.subject) || !strings.Contains(mail, r.code) {
				t.Errorf("%s: the mail is %q", r.language, mail)
			}
			c.Clock.Advance(credentialPause)
		}
	})
}
