package cart

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"hawker/internal/errs"
)

// MaxNoteLength bounds a line's note, in characters.
const MaxNoteLength = 200

// cleanNote trims what a shopper wrote about a line; one that is too long is
// errs.Invalid.
func cleanNote(written string) (string, error) {
	note := strings.TrimSpace(written)
	if utf8.RuneCountInString(note) > MaxNoteLength {
		return "", errs.New(errs.Invalid, "This text is too long.").On("note")
	}
	return note, nil
}

// note returns the note that was sent, or the present one.
func (n NewLine) note(present string) (string, error) {
	if n.Note == nil {
		return present, nil
	}
	return cleanNote(*n.Note)
}

// Key identifies the choice of the line: lines of one item with the same choice and the
// same note have the same key, others do not (S6).
func (l *Line) Key() string {
	if l.Note == "" {
		return l.Selection.Key()
	}
	sum := sha256.Sum256([]byte(l.Selection.Key() + " note " + l.Note))
	return hex.EncodeToString(sum[:16])
}

// isSameChoice reports whether a resolved line has the choice of a stored one, whatever
// their notes are.
func (l *Line) isSameChoice(stored Line) bool {
	withNote := Line{Selection: l.Selection, Note: stored.Note}
	return withNote.Key() == stored.key
}
