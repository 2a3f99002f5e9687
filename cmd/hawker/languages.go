package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"hawker/internal/language"
	"hawker/internal/locale"
	"hawker/internal/notification"
	"hawker/web"
)

// languageFlags say where the town's own languages are.
type languageFlags struct {
	Languages string `type:"path" placeholder:"DIR" help:"Folder of the town's own languages; without it, the folder languages in the data folder."`
}

// texts are the messages of all languages.
type texts struct {
	notification.Texts
	own map[string][]byte // those of the town's own languages, as a browser reads them
}

// readTexts reads the texts that Hawker ships, and adds those of the town's own languages.
// Their sentences join those of the server.
func (f languageFlags) readTexts(data string) (t texts, err error) {
	if t.Texts, err = notification.ReadTexts(web.Messages()); err != nil {
		return t, err
	}
	all, err := f.readOwn(data, language.English(t.Texts["en"]))
	if err != nil {
		return t, fmt.Errorf("read the languages of the town: %w", err)
	}
	t.own = map[string][]byte{}
	for _, o := range all {
		if missing, unknown, wrong := o.Count(language.Missing), o.Count(language.Unknown), o.Count(language.Wrong); missing+unknown+wrong > 0 {
			slog.Warn("a language lacks texts, which are shown in English", "file", o.Path, "missing", missing, "unknown", unknown, "wrong", wrong,
				"list", "hawker language check "+filepath.Dir(o.Path))
		}
		if t.own[o.Tag], err = o.Compile(); err != nil {
			return t, err
		}
		if len(o.Texts.Messages) > 0 {
			t.Texts[o.Tag] = o.Texts.Messages
		}
		locale.Add(o.Tag, o.Texts.Catalogue)
	}
	return t, nil
}

// readOwn reads the town's own languages. The folder may be absent, unless a flag names it.
func (f languageFlags) readOwn(data string, english language.Texts) ([]language.Own, error) {
	dir := cmp.Or(f.Languages, filepath.Join(data, "languages"))
	if _, err := os.Stat(dir); f.Languages == "" && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return language.Read(dir, english)
}

// languageCmd helps to translate.
type languageCmd struct {
	New   languageNewCmd   `cmd:"" help:"Print a file to translate: all texts in English, each marked with TODO."`
	Check languageCheckCmd `cmd:"" help:"List what is missing, unknown or wrong in the languages of a folder."`
}

// languageNewCmd prints a file to translate.
type languageNewCmd struct {
	Tag  string `arg:"" help:"The language, such as fr or pt-BR."`
	From string `type:"existingfile" placeholder:"FILE" help:"Keep what this file has translated."`
}

func (c *languageNewCmd) Run(e *env) error {
	if err := language.CheckTag(c.Tag); err != nil {
		return err
	}
	english, err := englishTexts()
	if err != nil {
		return err
	}
	var translated language.Texts
	if c.From != "" {
		if translated, err = language.ReadFile(c.From); err != nil {
			return err
		}
	}
	return language.Template(english, translated).Write(e.stdout)
}

// languageCheckCmd lists the problems of languages.
type languageCheckCmd struct {
	Dir string `arg:"" type:"existingdir" help:"The folder of the languages."`
}

// Run ends with 1 if a text is unknown or wrong. Those that are missing can come later.
func (c *languageCheckCmd) Run(e *env) error {
	english, err := englishTexts()
	if err != nil {
		return err
	}
	all, err := language.Read(c.Dir, english)
	if err != nil {
		return err
	}
	refused := 0
	for _, o := range all {
		for _, p := range o.Problems {
			fmt.Fprintf(e.stdout, "%s: %v\n", o.Path, p)
		}
		missing, unknown, wrong := o.Count(language.Missing), o.Count(language.Unknown), o.Count(language.Wrong)
		fmt.Fprintf(e.stdout, "%s: %d of %d texts are missing, %d unknown, %d wrong\n", o.Path, missing, english.Count(), unknown, wrong)
		refused += unknown + wrong
	}
	if refused > 0 {
		return exitCode(1)
	}
	return nil
}

// englishTexts returns every text that can be translated.
func englishTexts() (language.Texts, error) {
	shipped, err := notification.ReadTexts(web.Messages())
	return language.English(shipped["en"]), err
}
