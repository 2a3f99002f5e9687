package notification

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"hawker/internal/icu"
	"hawker/internal/setting"
)

// Texts are the texts of the message catalogue, by language and id. The storefront has the same
// catalogue.
type Texts map[string]map[string]string

// fallback is the language in which every text exists.
const fallback = "en"

// ReadTexts reads the catalogue: a file for each language.
func ReadTexts(catalogue fs.FS) (Texts, error) {
	files, err := fs.Glob(catalogue, "*.json")
	if err != nil {
		return nil, err
	}
	texts := Texts{}
	for _, file := range files {
		body, err := fs.ReadFile(catalogue, file)
		if err != nil {
			return nil, err
		}
		all := map[string]string{}
		if err := json.Unmarshal(body, &all); err != nil {
			return nil, fmt.Errorf("read the messages of %s: %w", file, err)
		}
		texts[strings.TrimSuffix(path.Base(file), ".json")] = all
	}
	return texts, nil
}

// has reports whether there are texts in a language.
func (t Texts) has(language string) bool { return t[language] != nil }

// spoken returns the first of these languages that there are texts in, or English.
func (t Texts) spoken(languages ...string) string {
	if at := slices.IndexFunc(languages, t.has); at >= 0 {
		return languages[at]
	}
	return fallback
}

// languageOf returns the language of what is written to a customer; "": theirs is not known.
func (s *Service) languageOf(customer string, town setting.Languages) string {
	return s.Texts.spoken(customer, town.All()[0])
}

// Text returns a message with its values, which are pairs of name and value. A message
// that a language lacks is in English.
func (t Texts) Text(language, id string, pairs ...string) string {
	text, found := t[language][id]
	if !found {
		language, text = fallback, t[fallback][id]
	}
	message, err := icu.Parse(text)
	if err != nil { // a test reads every message, and package language leaves out what it cannot read
		return text
	}
	values := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	return message.Format(language, values)
}
