package town

import (
	"io/fs"
	"strings"
	"sync"

	"hawker/internal/townfile"
	"hawker/internal/translation"
)

// arabic has the Arabic texts of the town by the English ones. Its files have lines
// "English | Arabic", with \n for an end of a line, and pages have a file each.
var arabic = sync.OnceValue(func() map[string]string {
	words := map[string]string{}
	files, err := fs.Glob(texts, "arabic/*.txt")
	must(err)
	for _, file := range files {
		for line := range strings.Lines(read(file)) {
			if english, text, found := strings.Cut(strings.ReplaceAll(strings.TrimSpace(line), `\n`, "\n"), " | "); found {
				words[english] = text
			}
		}
	}
	return words
})

// translations are the texts of the town in Arabic.
func translations(t *townfile.Town) []townfile.Translation {
	var all []townfile.Translation
	add := func(k translation.Kind, of string, texts translation.Texts) {
		if len(texts.Given()) > 0 {
			all = append(all, townfile.Translation{Kind: k, Of: of, Language: "ar", Texts: texts})
		}
	}
	ar := arabic()
	for _, m := range t.Modules {
		add(translation.Module, m.Slug, translation.Texts{Name: ar[m.Name], Description: ar[m.Description]})
	}
	for _, z := range t.Zones {
		add(translation.Zone, z.Slug, translation.Texts{Name: ar[z.Name]})
	}
	for _, c := range t.Categories {
		add(translation.Category, c.Slug, translation.Texts{Name: ar[c.Name]})
	}
	for _, s := range t.Stores {
		add(translation.Store, s.Slug, translation.Texts{Name: arabicName(ar, s.Name), Tagline: ar[s.Tagline], Description: ar[s.Description]})
	}
	for _, i := range t.Items {
		add(translation.Item, i.Slug, translation.Texts{Name: ar[i.Name], Description: arabicDescription(ar, i.Description), Words: wordsIn(ar, wordsOf(i))})
	}
	for _, k := range t.Campaigns {
		add(translation.Campaign, k.Slug, translation.Texts{Title: ar[k.Title], Description: ar[k.Description]})
	}
	for _, s := range t.FlashSales {
		add(translation.FlashSale, s.Slug, translation.Texts{Title: ar[s.Title]})
	}
	for _, k := range t.Coupons {
		add(translation.Coupon, k.Slug, translation.Texts{Title: ar[k.Title]})
	}
	for _, b := range t.Banners {
		add(translation.Banner, b.Slug, translation.Texts{
			Kicker: ar[b.Kicker], Title: ar[b.Title], Text: ar[b.Text], Button: ar[b.Button], SecondLabel: ar[b.SecondLabel],
		})
	}
	for _, p := range t.Providers {
		add(translation.Provider, p.Slug, translation.Texts{Name: ar[p.Name], Description: ar[p.Description]})
	}
	for _, v := range t.Vehicles {
		add(translation.Vehicle, v.Slug, translation.Texts{Name: ar[v.Name], Description: ar[v.Description], Words: wordsIn(ar, []string{v.Type, v.Fuel})})
	}
	for _, k := range t.ParcelCategories {
		add(translation.ParcelCategory, k.Slug, translation.Texts{Name: ar[k.Name], Description: ar[k.Description], MaximumWeight: ar[k.MaximumWeight]})
	}
	for _, i := range t.ParcelInstructions {
		add(translation.ParcelInstruction, i.Slug, translation.Texts{Text: ar[i.Text]})
	}
	for _, p := range t.Pages {
		add(translation.Page, p.Slug, arabicPage(p.Slug))
	}
	add(translation.Settings, "", translation.Texts{Words: wordsIn(ar, settingWords(t.Settings))})
	return all
}

// arabicPage reads a page: its title, an empty line, its text.
func arabicPage(slug string) translation.Texts {
	title, body, _ := strings.Cut(read("arabic/pages/"+slug+".txt"), "\n")
	return translation.Texts{Title: strings.TrimSpace(title), Body: strings.TrimSpace(body)}
}

// arabicName translates the name of a store. Where it is the second of its name, its street
// follows.
func arabicName(ar map[string]string, name string) string {
	first, street, found := strings.Cut(name, ", ")
	if own := ar[first]; found && own != "" && ar[name] == "" {
		return own + "، " + street
	}
	return ar[name]
}

// arabicDescription translates the description of an item. Those of recommended items have
// a closing.
func arabicDescription(ar map[string]string, text string) string {
	for _, ends := range closings {
		for _, closing := range ends {
			if own, found := strings.CutSuffix(text, " "+closing); found && ar[own] != "" {
				return ar[own] + " " + ar[closing]
			}
		}
	}
	return ar[text]
}

// wordsOf are the texts of an item besides its name and description.
func wordsOf(i townfile.Item) []string {
	words := []string{i.UnitType}
	for _, a := range i.ChoiceOptions {
		words = append(append(words, a.Title), a.Options...)
	}
	for _, g := range i.FoodVariations {
		words = append(words, g.Name)
		for _, v := range g.Values {
			words = append(words, v.Label)
		}
	}
	for _, a := range i.AddOns {
		words = append(words, a.Name)
	}
	for _, more := range [][]string{i.Tags, i.Nutritions, i.Allergies, i.GenericName} {
		words = append(words, more...)
	}
	return words
}

func settingWords(s townfile.Settings) []string {
	l := s.Landing
	words := []string{s.Business.Name, s.Business.FooterText, l.Title, l.SubTitle, l.FooterDescription, l.NewsletterTitle, l.NewsletterText}
	for _, h := range l.Highlights {
		words = append(words, h.Title, h.Text)
	}
	for _, m := range s.Payments.Offline {
		words = append(words, m.Name, m.Instructions)
		for _, f := range m.Fields {
			words = append(words, f.Label)
		}
	}
	for _, b := range s.Wallet.Bonuses {
		words = append(words, b.Title, b.Description)
	}
	for _, c := range s.Rewards.Cashback {
		words = append(words, c.Title)
	}
	for _, p := range s.Joining.Plans {
		words = append(words, p.Name, p.Price, p.Description)
	}
	return words
}

// wordsIn translates the words that there are translations of, each once.
func wordsIn(dictionary map[string]string, words []string) []translation.Word {
	var translated []translation.Word
	seen := map[string]bool{}
	for _, w := range words {
		if text := dictionary[w]; text != "" && text != w && !seen[w] {
			translated, seen[w] = append(translated, translation.Word{Of: w, Text: text}), true
		}
	}
	return translated
}
