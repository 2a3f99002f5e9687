package notification

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"hawker/internal/setting"
)

// Words are the texts of the message catalogue, by language and id. The storefront has the same
// catalogue.
type Words map[string]map[string]string

// fallback is the language in which every text exists.
const fallback = "en"

// ReadWords reads the catalogue: a file for each language.
func ReadWords(catalogue fs.FS) (Words, error) {
	files, err := fs.Glob(catalogue, "*.json")
	if err != nil {
		return nil, err
	}
	words := Words{}
	for _, file := range files {
		body, err := fs.ReadFile(catalogue, file)
		if err != nil {
			return nil, err
		}
		all := map[string]string{}
		if err := json.Unmarshal(body, &all); err != nil {
			return nil, fmt.Errorf("read the messages of %s: %w", file, err)
		}
		words[strings.TrimSuffix(path.Base(file), ".json")] = all
	}
	return words, nil
}

// has reports whether there are texts in a language.
func (w Words) has(language string) bool { return w[language] != nil }

// spoken returns the first of these languages that there are texts in, or English.
func (w Words) spoken(languages ...string) string {
	if at := slices.IndexFunc(languages, w.has); at >= 0 {
		return languages[at]
	}
	return fallback
}

// languageOf returns the language of what is written to a customer; "": theirs is not known.
func (s *Service) languageOf(customer string, town setting.Languages) string {
	return s.Words.spoken(customer, town.All()[0])
}

// Text returns a message with its values, which are pairs of name and value. A message
// that a language lacks is in English.
func (w Words) Text(language, id string, values ...string) string {
	message, found := w[language][id]
	if !found {
		message = w[fallback][id]
	}
	message = choosePlurals(message, language, values)
	pairs := make([]string, len(values))
	for i := range values {
		pairs[i] = values[i]
		if i%2 == 0 {
			pairs[i] = "{" + values[i] + "}"
		}
	}
	return strings.NewReplacer(pairs...).Replace(message)
}
