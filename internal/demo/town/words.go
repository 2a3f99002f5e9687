package town

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// slugOf returns the slug of a name: "Crème & Co" becomes creme-and-co.
func slugOf(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFD.String(strings.ReplaceAll(name, "&", " and ")) {
		switch {
		case unicode.Is(unicode.Mn, r), r == '\'', r == '’':
		case r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(unicode.ToLower(r))
		default:
			gap = true
		}
	}
	return b.String()
}

// shortSlug returns a slug of at most sixty letters, cut between words.
func shortSlug(name string) string {
	slug := slugOf(name)
	if len(slug) <= 60 {
		return slug
	}
	return slug[:strings.LastIndexByte(slug[:61], '-')]
}

// list splits by separator and trims each part. An empty text has no parts.
func list(text, separator string) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	parts := strings.Split(text, separator)
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}
