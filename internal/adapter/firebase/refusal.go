package firebase

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"hawker/internal/errs"
)

// refusalWord is how the service names what it does not like, at times with a
// sentence about it: "QUOTA_EXCEEDED : Exceeded daily quota." Other texts come
// from what stands before the service: a key that is wrong, an API that is off.
var refusalWord = regexp.MustCompile(`^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?: ?: ?(.{1,200}))?$`)

// sentences are the refusals that people meet; the others are made of their words.
var sentences = map[string]string{
	"INVALID_CODE":                "The code is not right.",
	"MISSING_CODE":                "The code is not right.",
	"SESSION_EXPIRED":             "The code has expired. Please ask for a new one.",
	"INVALID_SESSION_INFO":        "The code has expired. Please ask for a new one.",
	"MISSING_SESSION_INFO":        "The code has expired. Please ask for a new one.",
	"TOO_MANY_ATTEMPTS_TRY_LATER": "Too many attempts. Please try again later.",
}

// refusal shows what the service says (API-07), where it speaks of this code.
func refusal(status int, body []byte) error {
	var said struct {
		Error struct{ Message string }
	}
	_ = json.Unmarshal(body, &said) // what is no JSON says nothing
	found := refusalWord.FindStringSubmatch(said.Error.Message)
	if status >= http.StatusInternalServerError || found == nil {
		return unconfirmed(fmt.Errorf("the phone service answered %d", status))
	}
	word, detail := found[1], found[2]
	cause := fmt.Errorf("the phone service answered %d %s", status, word)
	if word == "TOO_MANY_ATTEMPTS_TRY_LATER" {
		return errs.New(errs.TooMany, sentences[word]).Because(cause)
	}
	return errs.New(errs.Invalid, sentence(word, detail)).On("otp").Because(cause)
}

// sentence is what a person reads: OPERATION_NOT_ALLOWED is "Operation not
// allowed."
func sentence(word, detail string) string {
	if known, ok := sentences[word]; ok {
		return known
	}
	if detail != "" {
		return detail
	}
	words := strings.ToLower(strings.ReplaceAll(word, "_", " "))
	return strings.ToUpper(words[:1]) + words[1:] + "."
}
