package contact_test

import (
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"hawker/internal/contact"
)

func TestParsePhone_TRAP_D6(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"+12025550123": "+12025550123", "2025550123": "+12025550123", "(202) 555-0123": "+12025550123", " 202 555 0123 ": "+12025550123",
		"+960 771 2345": "+9607712345", "4915112345678": "+4915112345678", "123": "", "": "", "call me": "", "+1": "",
		"＋１２０２５５５０１２３": "+12025550123", "202\u2011555\u20110123": "+12025550123", "202/555-0123": "+12025550123",
		"+12025550123@example.com": "", "1-800-FLOWERS": "", "+12025550123\n+12025550124": "", "tel:+12025550123;ext=5": "",
	} {
		if got, ok := contact.ParsePhone(typed, "US"); string(got) != want || ok != (want != "") {
			t.Errorf("%q is %q (%t), want %q", typed, got, ok, want)
		}
	}
}

func TestFoldEmail_TRAP_P4_twoSpellingsOfOneMailbox(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"Asha.Rao@Example.COM": "asha.rao@example.com", "asha@ＥＸＡＭＰＬＥ.com": "asha@example.com",
		"ASHA": "asha", "\u212Aate@example.com": "\u212Aate@example.com", // the Kelvin sign is not a k
	} {
		if got := contact.FoldEmail(typed); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
}

// The folded address is checked, because folding turns wide commas, blanks and signs
// into real ones.
func TestParseEmail_TRAP_P4_checksTheFoldedAddress(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]contact.Email{
		" Asha@Example.COM ": "Asha@Example.COM", "asha@ＥＸＡＭＰＬＥ.com": "asha@EXAMPLE.com", "+12025550123@example.com": "+12025550123@example.com",
		"élan@bücher.example": "élan@bücher.example", "a'b+c@sub.example.co.uk": "a'b+c@sub.example.co.uk",

		"asha@eve.com，b.example.com": "", "asha@eve＠b.example.com": "", "asha@b\u3000c.example.com": "", "asha@b\u2028c.example.com": "",
		"asha@b＞c.example.com": "", "asha@b．example．com": "asha@b.example.com", "asha＠eve.com@example.com": "", "a，b@example.com": "", "a\u00a0b@example.com": "",
		"a\u202eb@example.com": "", "a\u200bb@example.com": "", "a\xffb@example.com": "", "asha@b\\c.com": "", "asha@\uff0b1.com\r\nBcc: x@y.zz": "",
		"asha@example": "", "@example.com": "", "asha": "", "": "",
	} {
		if got, ok := contact.ParseEmail(typed); ok != (want != "") || ok && got != want {
			t.Errorf("%q is %q (%t), want %q", typed, got, ok, want)
		}
	}
}

// A parsed e-mail is one address and nothing else, also after folding. No e-mail is a
// phone.
func FuzzParse(f *testing.F) {
	for _, typed := range []string{"asha@example.com", "+12025550123", "＋１２０２５５５０１２３", "asha@eve＠b.example.com", "ŉ@ǰ.example.ﬀ", "a@\u0345.ΰΰ.com", "a@b．com"} {
		f.Add(typed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		phone, isPhone := contact.ParsePhone(typed, "US")
		if isPhone {
			if again, ok := contact.ParsePhone(string(phone), "DE"); !ok || again != phone || strings.Trim(string(phone[1:]), "0123456789") != "" {
				t.Errorf("%q is the phone %q, then %q", typed, phone, again)
			}
		}
		email, ok := contact.ParseEmail(typed)
		if !ok {
			return
		}
		if isPhone {
			t.Errorf("%q is the phone %q and the e-mail %q", typed, phone, email)
		}
		if again, ok := contact.ParseEmail(email.Folded()); !ok || again.Folded() != email.Folded() {
			t.Errorf("%q folds to %q, then to %q (%t)", typed, email.Folded(), again.Folded(), ok)
		}
		for _, form := range []string{string(email), email.Folded(), norm.NFKC.String(string(email))} {
			if strings.ContainsAny(form, " ,;:<>()\"\\\r\n\t\x00") || strings.Count(form, "@") != 1 || strings.ContainsFunc(form, unicode.IsControl) {
				t.Errorf("%q is parsed as %q", typed, form)
			}
		}
		if _, isPhone := contact.ParsePhone(email.Folded(), "US"); isPhone {
			t.Errorf("the e-mail %q is a phone, too", email)
		}
	})
}

func TestClassify_AUTH03_TRAP_D6(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		typed string
		want  contact.Contact
	}{
		{"asha@example.com", contact.Contact{Kind: contact.KindEmail, Value: "asha@example.com"}},
		{" Asha@Example.COM ", contact.Contact{Kind: contact.KindEmail, Value: "Asha@Example.COM"}},
		{"a+b@sub.example.co.uk", contact.Contact{Kind: contact.KindEmail, Value: "a+b@sub.example.co.uk"}},
		{"+12025550101", contact.Contact{Kind: contact.KindPhone, Value: "+12025550101"}},
		{"2025550101", contact.Contact{Kind: contact.KindPhone, Value: "+12025550101"}},
		{"12025550101", contact.Contact{Kind: contact.KindPhone, Value: "+12025550101"}},
		{"(202) 555-0101", contact.Contact{Kind: contact.KindPhone, Value: "+12025550101"}},
		{"+960 777 1234", contact.Contact{Kind: contact.KindPhone, Value: "+9607771234"}},
		{"4915112345678", contact.Contact{Kind: contact.KindPhone, Value: "+4915112345678"}},
		{strings.Repeat("a", 243) + "@example.com", contact.Contact{Kind: contact.KindEmail, Value: strings.Repeat("a", 243) + "@example.com"}}, // 255

		{"", contact.Contact{}}, {"asha", contact.Contact{}}, {"asha@example", contact.Contact{}}, {"@example.com", contact.Contact{}},
		{"asha@@example.com", contact.Contact{}}, {"a b@example.com", contact.Contact{}}, {"asha@example.com\x00", contact.Contact{}},
		{strings.Repeat("a", 244) + "@example.com", contact.Contact{}},
		{"12345", contact.Contact{}}, {"+1202555", contact.Contact{}}, {"call me", contact.Contact{}}, {"1-800-FLOWERS", contact.Contact{}},
		{"+29051234", contact.Contact{}}, // a possible number, of eight digits
	} {
		if got, ok := contact.Classify(tt.typed, "US"); got != tt.want || ok != (tt.want != contact.Contact{}) {
			t.Errorf("%q is %+v (%t), want %+v", tt.typed, got, ok, tt.want)
		}
	}
}
