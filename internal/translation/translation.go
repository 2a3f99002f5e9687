// Package translation has the texts of a town in other languages than the one of its
// records (I18N-01): which record of which kind, and what its fields say. It does not
// depend on any other package of the catalogue.
package translation

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"hawker/internal/locale"
)

// Kind is a kind of records that have texts. For [Settings] there is one record, town.json.
type Kind string

// The kinds.
const (
	Module            Kind = "module"
	Zone              Kind = "zone"
	Category          Kind = "category"
	Store             Kind = "store"
	Item              Kind = "item"
	Campaign          Kind = "campaign"
	FlashSale         Kind = "flash_sale"
	Coupon            Kind = "coupon"
	Banner            Kind = "banner"
	Page              Kind = "page"
	Provider          Kind = "provider"
	Vehicle           Kind = "vehicle"
	ParcelCategory    Kind = "parcel_category"
	ParcelInstruction Kind = "parcel_instruction"
	Settings          Kind = "settings"
)

// fields are the translated fields of each kind, by their names in the town folder.
var fields = map[Kind][]string{
	Module: {"name", "description"}, Zone: {"name"}, Category: {"name"}, Store: {"name", "tagline", "description"},
	Item: {"name", "description", "words"}, Campaign: {"title", "description"}, FlashSale: {"title"}, Coupon: {"title"},
	Banner: {"kicker", "title", "text", "button", "second_label"}, Page: {"title", "body"},
	Provider: {"name", "description"}, Vehicle: {"name", "description", "words"},
	ParcelCategory: {"name", "description", "maximum_weight"}, ParcelInstruction: {"text"}, Settings: {"words"},
}

// Kinds returns the kinds, in alphabetical order.
func Kinds() []string {
	kinds := make([]string, 0, len(fields))
	for k := range fields {
		kinds = append(kinds, string(k))
	}
	slices.Sort(kinds)
	return kinds
}

// Fields returns the fields that records of a kind have.
func (k Kind) Fields() []string { return fields[k] }

// Texts is what the fields of one record say in one language. An empty one is not
// translated.
type Texts struct {
	Name          string `json:"name,omitzero"`
	Title         string `json:"title,omitzero"`
	Tagline       string `json:"tagline,omitzero"`
	Description   string `json:"description,omitzero"`
	Kicker        string `json:"kicker,omitzero"`
	Text          string `json:"text,omitzero"`
	Button        string `json:"button,omitzero"`
	SecondLabel   string `json:"second_label,omitzero"`
	Body          string `json:"body,omitzero"`
	MaximumWeight string `json:"maximum_weight,omitzero"`
	Words         []Word `json:"words,omitzero"`
}

// Word is any other text of a record, such as the label of an option.
type Word struct {
	Of   string `json:"of"` // as the record has it
	Text string `json:"text"`
}

// Given returns the fields that are translated, by their names in the town folder.
func (t Texts) Given() map[string]string {
	given := map[string]string{
		"name": t.Name, "title": t.Title, "tagline": t.Tagline, "description": t.Description, "kicker": t.Kicker, "text": t.Text,
		"button": t.Button, "second_label": t.SecondLabel, "body": t.Body, "maximum_weight": t.MaximumWeight,
	}
	for _, w := range t.Words {
		given["words"] += w.Text
	}
	maps.DeleteFunc(given, func(_, text string) bool { return text == "" })
	return given
}

// Word returns the translation of any other text of the record, or that text if it has
// none.
func (t Texts) Word(of string) string {
	for _, w := range t.Words {
		if w.Of == of {
			return cmp.Or(w.Text, of)
		}
	}
	return of
}

// AllWords returns the translations of some texts of the record.
func (t Texts) AllWords(of []string) []string {
	if len(t.Words) == 0 {
		return of
	}
	words := make([]string, len(of))
	for n, w := range of {
		words[n] = t.Word(w)
	}
	return words
}

// Languages are the texts of one record, by language.
type Languages map[string]Texts

// In returns the texts in a language, else those in its base language ("pt" for "pt-BR").
// They are empty if there are none.
func (l Languages) In(language string) Texts {
	if texts, known := l[language]; known {
		return texts
	}
	return l[locale.Base(language)]
}

// Key is one record.
type Key struct {
	Kind   Kind
	Record string // slug; "" for the settings
}

// Set has the texts of many records. A nil Set has none.
type Set map[Key]Languages

// In returns the texts of the set in a language.
func (b Set) In(language string) Reader { return Reader{b, language} }

// Reader reads a set of texts in one language. The zero Reader finds nothing.
type Reader struct {
	texts    Set
	language string
}

// Of returns the texts of a record, empty ones if it is not translated.
func (r Reader) Of(k Kind, record string) Texts { return r.texts[Key{k, record}].In(r.language) }

// Name returns the translated name of a record, or that name if it has none.
func (r Reader) Name(k Kind, record, name string) string { return cmp.Or(r.Of(k, record).Name, name) }

// Setting returns the translation of a text of town.json, or that text if it has none.
func (r Reader) Setting(of string) string { return r.Of(Settings, "").Word(of) }

type languageKey struct{}

// WithLanguage returns a context for a response in a language, a BCP 47 tag. Tags with an
// underscore are taken as well.
func WithLanguage(ctx context.Context, language string) context.Context {
	return context.WithValue(ctx, languageKey{}, strings.ReplaceAll(language, "_", "-"))
}

// Language returns the language of the response; "" is the language of the records.
func Language(ctx context.Context) string {
	language, _ := ctx.Value(languageKey{}).(string)
	return language
}
