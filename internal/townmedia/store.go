package townmedia

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"hawker/internal/blob"
	"hawker/internal/picture"
)

// StorePictures stores the pictures of a town's media folder and returns their index.
// A file KEY-FORM.KIND is a finished form of a picture, which only loses its metadata.
// Any other KEY.jpg, .jpeg, .png or .webp is an original, from which every form is
// made. Files that are stored already are not decoded again, nor are originals of which
// the forms in known were made. Files of a picture in known are kept before other ones
// replace them, for an undo. The error names each file that cannot be used, and why.
func StorePictures(ctx context.Context, files *blob.Store, media fs.FS, known Index) (Index, error) {
	return importPictures(ctx, files, media, known, false)
}

// CheckPictures returns what StorePictures would return, and stores nothing.
func CheckPictures(ctx context.Context, files *blob.Store, media fs.FS, known Index) (Index, error) {
	return importPictures(ctx, files, media, known, true)
}

func importPictures(ctx context.Context, files *blob.Store, media fs.FS, known Index, check bool) (Index, error) {
	sources, err := sourcesOf(media)
	if err != nil {
		return nil, err
	}
	keys := slices.Sorted(maps.Keys(sources))
	stored, wrong := make([]Picture, len(keys)), make([]error, len(keys))
	var all errgroup.Group
	all.SetLimit(runtime.GOMAXPROCS(0))
	for n, key := range keys {
		all.Go(func() error {
			stored[n], wrong[n] = pictureImport{files: files, media: media, key: key, known: known[key], check: check}.store(ctx, sources[key])
			return ctx.Err()
		})
	}
	if err := errors.Join(all.Wait(), errors.Join(wrong...)); err != nil {
		return nil, err
	}
	index := Index{}
	for n, key := range keys {
		index[key] = stored[n]
	}
	return index, nil
}

// source is the files of one picture.
type source struct {
	original string            // file name; "": there are finished forms
	forms    map[string]string // file names of finished forms
}

// first returns the first of the finished forms.
func (s source) first() string { return slices.Min(slices.Collect(maps.Values(s.forms))) }

// inOrder returns the finished forms in their order.
func (s source) inOrder() (names []string) {
	for _, form := range picture.Forms {
		if name := s.forms[form]; name != "" {
			names = append(names, name)
		}
	}
	return names
}

// sourcesOf returns the files of a folder by picture key. A missing folder has none.
func sourcesOf(media fs.FS) (map[string]source, error) {
	sources := map[string]source{}
	var wrong []error
	err := fs.WalkDir(media, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == indexFile || strings.HasPrefix(entry.Name(), ".") {
			return err
		}
		key, form, ok := keyOf(name)
		if !ok {
			wrong = append(wrong, fileError(name, errors.New("it is not named like a picture: small letters, digits and dashes, ending in .jpg, .png or .webp")))
			return nil
		}
		s := sources[key]
		if s.forms == nil {
			s.forms = map[string]string{}
		}
		switch {
		case form == "" && s.original == "":
			s.original = name
		case form != "" && s.forms[form] == "":
			s.forms[form] = name
		default:
			wrong = append(wrong, fileError(name, errors.New("there is another file of this picture")))
		}
		sources[key] = s
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read pictures: %w", err)
	}
	return sources, errors.Join(wrong...)
}

// keyOf splits a file name. form is "" for an original. ok is false for a file that is
// not named like a picture.
func keyOf(name string) (key, form string, ok bool) {
	ending := path.Ext(name)
	key = strings.TrimSuffix(name, ending)
	if !slices.Contains([]string{".jpg", ".jpeg", ".png", ".webp"}, ending) {
		return "", "", false
	}
	if at := strings.LastIndexByte(key, '-'); at > 0 && slices.Contains(picture.Forms, key[at+1:]) {
		key, form = key[:at], key[at+1:]
	}
	return key, form, blob.ValidKey(path.Join(Folder, fileOf(key, picture.Zoom, picture.WebP)))
}

// fileOf returns the name of a form's file.
func fileOf(key, form string, kind picture.Kind) string { return key + "-" + form + "." + string(kind) }

func fileError(name string, err error) error {
	return fmt.Errorf("%s: %w", path.Join(Folder, name), err)
}

// pictureImport is the import of one picture.
type pictureImport struct {
	files *blob.Store
	media fs.FS
	key   string
	known Picture // as it is stored; zero: it is new
	check bool    // nothing is stored
}

func (in pictureImport) store(ctx context.Context, s source) (Picture, error) {
	if s.original != "" {
		if len(s.forms) > 0 {
			return Picture{}, fileError(s.original, errors.New("there are finished forms of it, too: keep the original or the forms"))
		}
		return in.make(ctx, s.original)
	}
	for _, form := range picture.Forms {
		if s.forms[form] == "" && form != picture.Zoom {
			return Picture{}, fileError(s.first(), fmt.Errorf("its form %s is missing", form))
		}
	}
	kind, forms, err := in.cleanForms(ctx, s)
	if err != nil {
		return Picture{}, err
	}
	p, err := in.put(ctx, kind, forms)
	if err != nil {
		return Picture{}, fileError(s.first(), err)
	}
	return p, nil
}

// cleanForms reads the finished forms of a picture.
func (in pictureImport) cleanForms(ctx context.Context, s source) (picture.Kind, map[string][]byte, error) {
	var known picture.Kind
	forms := map[string][]byte{}
	for _, form := range picture.Forms {
		name := s.forms[form]
		if name == "" {
			continue
		}
		kind, clean, err := in.clean(ctx, name)
		if err == nil && known != "" && kind != known {
			err = fmt.Errorf("it is a %s, but the others are a %s", kind, known)
		}
		if err != nil {
			return "", nil, fileError(name, err)
		}
		known, forms[form] = kind, clean
	}
	return known, forms, nil
}

// make makes every form of an original.
func (in pictureImport) make(ctx context.Context, name string) (Picture, error) {
	content, err := in.read(name)
	if err != nil {
		return Picture{}, fileError(name, err)
	}
	original := hashOfOriginal(content)
	if in.known.Original == original && in.areStored(ctx) {
		return in.known, nil
	}
	p, err := in.makeForms(ctx, content)
	if err != nil {
		return Picture{}, fileError(name, err)
	}
	p.Original = original
	return p, nil
}

// hashOfOriginal begins with the version of the encoder. Increase it if forms of the same
// original change.
func hashOfOriginal(content []byte) string {
	sum := sha256.Sum256(content)
	return "1-" + hex.EncodeToString(sum[:16])
}

// areStored reports whether the stored files are the forms of the known picture. A failed
// import may have replaced them.
func (in pictureImport) areStored(ctx context.Context) bool {
	forms, err := in.known.readForms(ctx, in.files, in.known.mediaFiles(in.key))
	return err == nil && forms != nil
}

// StorePicture makes every form of an original, and stores them under a key.
func StorePicture(ctx context.Context, files *blob.Store, key string, original []byte) (Picture, error) {
	return pictureImport{files: files, key: key}.makeForms(ctx, original)
}

func (in pictureImport) makeForms(ctx context.Context, content []byte) (Picture, error) {
	kind, forms, err := picture.MakeForms(content)
	if err != nil {
		return Picture{}, err
	}
	return in.put(ctx, kind, forms)
}

// clean reads a finished form without its metadata. A file that is stored already is
// clean.
func (in pictureImport) clean(ctx context.Context, name string) (picture.Kind, []byte, error) {
	content, err := in.read(name)
	if err != nil {
		return "", nil, err
	}
	if stored, err := in.files.Get(ctx, path.Join(Folder, name), picture.MaxBytes); err == nil && bytes.Equal(stored, content) {
		return picture.Kind(strings.TrimPrefix(path.Ext(name), ".")), content, nil
	}
	kind, clean, err := picture.Clean(content)
	if err != nil {
		return "", nil, err
	}
	if ending := strings.TrimPrefix(path.Ext(name), "."); ending != string(kind) {
		return "", nil, fmt.Errorf("its name ends in .%s, but it is a .%s", ending, kind)
	}
	return kind, clean, nil
}

// read reads a file. It returns an error for one larger than a picture may be.
func (in pictureImport) read(name string) ([]byte, error) {
	info, err := fs.Stat(in.media, name)
	if err != nil {
		return nil, err
	}
	if info.Size() > picture.MaxBytes {
		return nil, fmt.Errorf("it is larger than %d MB", picture.MaxBytes>>20)
	}
	return fs.ReadFile(in.media, name)
}

// put stores the forms of a picture. What they replace is kept before. The finished forms
// of an export are still those of the original that is known.
func (in pictureImport) put(ctx context.Context, kind picture.Kind, forms map[string][]byte) (Picture, error) {
	var ordered [][]byte
	for _, form := range picture.Forms {
		if forms[form] != nil {
			ordered = append(ordered, forms[form])
		}
	}
	p := Picture{Hash: hashOfForms(ordered), Zoom: forms[picture.Zoom] != nil, Kind: kind}
	if known := in.known; known.Hash == p.Hash && known.Zoom == p.Zoom && known.Kind == p.Kind {
		p.Original = known.Original
	}
	if in.check {
		return p, nil
	}
	if in.known.Hash != "" && in.known.Hash != p.Hash {
		if err := in.known.keep(ctx, in.files, in.key); err != nil {
			return Picture{}, fmt.Errorf("keep the former picture: %w", err)
		}
	}
	return p, writeForms(ctx, in.files, p.mediaFiles(in.key), ordered)
}
