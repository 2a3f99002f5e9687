package firebase

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"hawker/internal/errs"
)

// refusalWord matches the service's name of an error, sometimes with a sentence:
// "QUOTA_EXCEEDED : Exceeded daily quota." Other texts come from the gateway in front of
// the service, for example about a wrong key or a disabled API.
var refusalWord = regexp.MustCompile(`^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?: ?: ?(.{1,200}))?$`)

// sentences are the texts of the most frequent errors. For others, sentence makes one from
// the name.
var sentences = map[string]string{
	"INVALID_CODE":                "The code is not right.",
	"MISSING_CODE":                "The code is not right.",
	"SESSION_EXPIRED":             "The code has expired. Please ask for a new one.",
	"INVALID_SESSION_INFO":        "The code has expired. Please ask for a new one.",
	"MISSING_SESSION_INFO":        "The code has expired. Please ask for a new one.",
	"TOO_MANY_ATTEMPTS_TRY_LATER": "Too many attempts. Please try again later.",
}

// retryAfter is when to try again after too many attempts: the service does not say when.
const retryAfter = time.Minute

// refusal returns the message of the service (API-07) if it is about this code.
func refusal(status int, body []byte) error {
	var response struct {
		Error struct{ Message string }
	}
	_ = json.Unmarshal(body, &response) // no JSON: no message
	found := refusalWord.FindStringSubmatch(response.Error.Message)
	if status >= http.StatusInternalServerError || found == nil {
		return unconfirmed(fmt.Errorf("the phone service returned %d", status))
	}
	word, detail := found[1], found[2]
	cause := fmt.Errorf("the phone service returned %d %s", status, word)
	if word == "TOO_MANY_ATTEMPTS_TRY_LATER" {
		return errs.New(errs.TooMany, sentences[word]).After(retryAfter).Because(cause)
	}
	return errs.New(errs.Invalid, sentence(word, detail)).On("otp").Because(cause)
}

// sentence makes a sentence from a name: OPERATION_NOT_ALLOWED is "Operation not allowed."
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
