package locale_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// unread are the packages whose sentences only operators, developers or other programs read.
var unread = []string{"demo", "requirements", "layers", "backup", "towndb", "townexport", "townfile", "townmedia", "townsetting", "verify", "server", "secret", "watch", "locale", "icu", "language"}

// notices has what people read of package page; the rest is for crawlers and operators.
const notices = "internal/page/notices.go"

// strange looks like a sentence, but is SQL, a pattern of the router, or a text for the log.
var strange = regexp.MustCompile(`^[A-Z]{2,}[ (]|%w|%v|%T|%q|%\.|^%[sd]:? %|^%s: |×`)

// looksLike is a sentence of several words: it begins with a capital or a value.
var looksLike = regexp.MustCompile(`(?s)^[A-Z%"].*[a-z ] ?.*[a-z%]`)

// code is what the repository says.
type code struct {
	sentences map[string]string // where each is
	texts     map[string]bool   // every text, also single words
}

// readCode reads every text in our code.
func readCode(t *testing.T) code {
	t.Helper()
	found := code{map[string]string{}, map[string]bool{}}
	repo := os.DirFS("../..")
	err := fs.WalkDir(repo, "internal", func(file string, e fs.DirEntry, err error) error {
		parts := strings.Split(file, "/")
		switch {
		case err != nil:
			return err
		case e.IsDir() && (len(parts) == 2 && slices.Contains(unread, parts[1]) || strings.HasSuffix(e.Name(), "test")):
			return fs.SkipDir
		case e.IsDir() || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go"),
			path.Dir(file) == path.Dir(notices) && file != notices:
			return nil
		}
		body, err := fs.ReadFile(repo, file)
		if err != nil {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, body, 0)
		if err != nil {
			return err
		}
		ast.Inspect(tree, func(n ast.Node) bool { return found.visit(n, file) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range usualReasons(t, "en") {
		found.note(text, "web/src/locales/en.json", true)
	}
	return found
}

// usualReasons returns the reasons that the staff choose at the desk, by the ids of the
// messages of the web. It sends them in English, so they are ours.
func usualReasons(t *testing.T, language string) map[string]string {
	t.Helper()
	reasons := webMessages(t, language)
	maps.DeleteFunc(reasons, func(id, _ string) bool { return !strings.HasPrefix(id, "usual_reason.") })
	return reasons
}

// webMessages returns the messages of the web by their ids.
func webMessages(t *testing.T, language string) (all map[string]string) {
	t.Helper()
	body, err := os.ReadFile("../../web/src/locales/" + language + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(body, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// visit notes the text that a node is, and reports whether it may contain others.
func (c code) visit(n ast.Node, file string) bool {
	switch n := n.(type) {
	case *ast.Field: // its tag is for the document of the API
		return n.Tag == nil
	case *ast.KeyValueExpr: // so are these
		name, _ := n.Key.(*ast.Ident)
		return name == nil || !slices.Contains([]string{"Description", "Summary"}, name.Name)
	case *ast.CallExpr:
		if called, ok := n.Fun.(*ast.SelectorExpr); ok && called.Sel.Name == "New" && len(n.Args) > 1 {
			if from, ok := called.X.(*ast.Ident); ok && from.Name == "errs" {
				c.note(constant(n.Args[1]), file, true)
			}
		}
	case ast.Expr:
		if text := constant(n); text != "" {
			c.note(text, file, false)
			return false
		}
	}
	return true
}

func (c code) note(text, file string, shown bool) {
	c.texts[text] = true
	if strings.Trim(text, "%s ") == "" {
		return // a finished sentence is passed on
	}
	if shown || looksLike.MatchString(text) && strings.Contains(strings.TrimSpace(text), " ") && !strange.MatchString(text) {
		c.sentences[text] = file
	}
}

// constant returns the text of a literal, or of several that are joined; "": neither.
func constant(n ast.Expr) string {
	switch n := n.(type) {
	case *ast.BasicLit:
		if n.Kind == token.STRING {
			text, _ := strconv.Unquote(n.Value)
			return text
		}
	case *ast.BinaryExpr:
		left, right := constant(n.X), constant(n.Y)
		if n.Op == token.ADD && left != "" && right != "" {
			return left + right
		}
	}
	return ""
}
