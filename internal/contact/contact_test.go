package contact_test

import (
	"testing"

	"hawker/internal/contact"
)

func TestE164_TRAP_D6(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"+12025550123": "+12025550123", "2025550123": "+12025550123", "(202) 555-0123": "+12025550123", " 202 555 0123 ": "+12025550123",
		"+960 771 2345": "+9607712345", "4915112345678": "+4915112345678", "123": "", "": "", "call me": "", "+1": "",
	} {
		if got, ok := contact.E164(typed, "US"); got != want || ok != (want != "") {
			t.Errorf("%q is %q (%t), want %q", typed, got, ok, want)
		}
	}
}

func TestFoldEmail_TRAP_P4_twoSpellingsOfOneMailbox(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"Asha.Rao@Example.COM": "asha.rao@example.com", "asha@ＥＸＡＭＰＬＥ.com": "asha@example.com",
		"ASHA": "asha", "\u212Aate@example.com": "\u212Aate@example.com", // the Kelvin sign is no k
	} {
		if got := contact.FoldEmail(typed); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
}
