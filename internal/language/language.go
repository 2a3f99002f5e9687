// Package language reads the languages that a town adds by files of its own (ADR 0043), and
// says what is missing and wrong in them.
package language

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hawker/internal/icu"
	"hawker/internal/locale"
)

const (
	maxFiles = 50
	maxSize  = 4 << 20
)

// Todo begins a text that waits for its translation. It is never shown.
const Todo = "TODO: "

// Texts are those of one language: messages by their ids, and the server's by the English
// ones.
type Texts struct {
	Messages map[string]string `json:"messages"`
	locale.Catalogue
}

// English returns every text that a language can have. messages are the English ones.
func English(messages map[string]string) Texts { return Texts{messages, locale.English()} }

// Own is a language of the town's own.
type Own struct {
	Tag      string
	Path     string
	Texts    Texts // without those that are missing, unknown or wrong: English is shown for them
	Problems []Problem
}

// Compile returns the messages as a browser needs them: parsed, in JSON.
func (o Own) Compile() ([]byte, error) {
	parsed := map[string]icu.Message{}
	for id, text := range o.Texts.Messages {
		var err error
		if parsed[id], err = icu.Parse(text); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", o.Path, id, err)
		}
	}
	return json.Marshal(parsed)
}

// Read reads a folder: a file for each language, named by its tag, such as fr.json. Other
// files are ignored. It fails on what an owner must correct first: a wrong name, a language
// that Hawker ships, and a file that cannot be read. What is only missing or wrong in a file
// is a problem of the language, so that an upgrade with new texts never stops a town.
func Read(dir string, english Texts) ([]Own, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool {
		return filepath.Ext(e.Name()) != ".json" || strings.HasPrefix(e.Name(), ".")
	})
	if len(entries) > maxFiles {
		return nil, fmt.Errorf("%s has %d languages, and may have %d", dir, len(entries), maxFiles)
	}
	var all []Own
	for _, e := range entries {
		o := Own{Tag: strings.TrimSuffix(e.Name(), ".json"), Path: filepath.Join(dir, e.Name())}
		if err := CheckTag(o.Tag); err != nil {
			return nil, fmt.Errorf("%s: %w", o.Path, err)
		}
		given, err := ReadFile(o.Path)
		if err != nil {
			return nil, err
		}
		o.check(english, given)
		all = append(all, o)
	}
	return all, nil
}

// CheckTag returns an error if a town cannot add a language with this tag.
func CheckTag(tag string) error {
	switch {
	case !locale.IsTag(tag):
		return fmt.Errorf("%q is not the tag of a language, such as fr or pt-BR", tag)
	case slices.Contains(locale.Shipped(), tag):
		return fmt.Errorf("%s is a language that Hawker ships: a file of the town cannot replace it", tag)
	}
	return nil
}

// ReadFile reads one file as it is.
func ReadFile(path string) (t Texts, err error) {
	file, err := os.Open(path)
	if err != nil {
		return t, err
	}
	defer file.Close()
	body, err := io.ReadAll(io.LimitReader(file, maxSize+1))
	if err != nil {
		return t, err
	}
	if len(body) > maxSize {
		return t, fmt.Errorf("%s is larger than %d MiB", path, maxSize>>20)
	}
	in := json.NewDecoder(bytes.NewReader(body))
	in.DisallowUnknownFields()
	if err = in.Decode(&t); err == nil {
		if _, more := in.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there is more after its end")
		}
	}
	if err != nil {
		at := in.InputOffset()
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			at = syntax.Offset
		}
		return t, fmt.Errorf("%s, line %d: %w", path, 1+bytes.Count(body[:at], []byte("\n")), err)
	}
	return t, nil
}

// Template returns a file to translate: what is translated already, and every other text in
// English, marked as Todo. Texts that Hawker no longer has are left out.
func Template(english, translated Texts) Texts {
	fill := func(english, translated map[string]string) map[string]string {
		all := map[string]string{}
		for id, text := range english {
			all[id] = Todo + text
		}
		for id, text := range translated {
			if _, known := find(english, id); known && isTranslated(text) {
				all[id] = text
			}
		}
		return all
	}
	return Texts{fill(english.Messages, translated.Messages), locale.Catalogue{
		Sentences: fill(english.Sentences, translated.Sentences), Words: fill(english.Words, translated.Words),
	}}
}

// Write writes a file for people to edit.
func (t Texts) Write(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(t)
}

// Count returns how many texts there are.
func (t Texts) Count() int { return len(t.Messages) + len(t.Sentences) + len(t.Words) }

func isTranslated(text string) bool { return text != "" && !strings.HasPrefix(text, Todo) }

// find returns the English text with this id. A language may have words for single numbers,
// such as "3 minutes", where English has one for all.
func find(english map[string]string, id string) (text string, found bool) {
	if text, found = english[id]; found {
		return text, true
	}
	if general, is := locale.General(id); is {
		_, found = english[general]
	}
	return id, found
}

// sortedIDs returns the keys of a map in order.
func sortedIDs[T any](of map[string]T) []string { return slices.Sorted(maps.Keys(of)) }
