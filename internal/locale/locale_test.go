package locale_test

import (
	"testing"

	"hawker/internal/locale"
)

func TestIsRightToLeft_I18N01_TRAP_D9(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]bool{"ar": true, "ar-EG": true, "he": true, "yi": true, "en": false, "arn": false, "": false} {
		if locale.IsRightToLeft(language) != want {
			t.Errorf("%q: %v", language, !want)
		}
	}
}

func TestList_I18N01_hasTheCommaOfItsLanguage(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]string{"ar": "Tea، Bun", "ar-EG": "Tea، Bun", "he": "Tea, Bun", "en": "Tea, Bun", "": "Tea, Bun"} {
		if got := locale.List(language, []string{"Tea", "Bun"}); got != want {
			t.Errorf("%q: %q, want %q", language, got, want)
		}
	}
}

func TestLines_I18N01_markWhatIsReadFromTheRight(t *testing.T) {
	t.Parallel()
	text := "طلبك\n\n2 × Tea: $3\nhttps://shop.example/order/7\n"
	if got, want := locale.Lines("ar", text), "\u200fطلبك\n\n\u200f2 × Tea: $3\nhttps://shop.example/order/7\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := locale.Lines("en", text); got != text {
		t.Errorf("English became %q", got)
	}
}
