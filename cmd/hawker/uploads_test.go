package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"
)

// hostileUpload is a file that somebody sends to do harm.
type hostileUpload struct {
	name, kind string // of the file, as the sender says
	content    []byte
}

// maxUploadMemory is how much memory all of them may cost, in KiB.
const maxUploadMemory = 64 << 10

// script must never be in what the shop returns.
const script = "<script>alert(1)</script>"

// Hostile files are refused, or come back as a picture that the shop has made: nothing of
// them is stored, nothing is served as a page, and no one takes the shop's memory
// (ITEM-11).
func TestHostileUploads_ITEM11(t *testing.T) {
	t.Parallel()
	process, r := startAlone(t)
	var guest struct {
		ID string `json:"guest_id"`
	}
	r.call("POST", "/auth/guest", nil, map[string]any{}, &guest)
	s := uploader{running: r, guest: guest.ID}
	s.check(hostileUpload{"first.png", "image/png", smallPNG()}) // what the first picture needs is not growth
	before := highestMemory(t, process.Process.Pid)

	all := hostileUploads()
	if len(all) < 60 {
		t.Fatalf("only %d files", len(all))
	}
	stored := 0
	for _, f := range all {
		if s.check(f) {
			stored++
		}
	}
	if grown := highestMemory(t, process.Process.Pid) - before; grown > maxUploadMemory {
		t.Errorf("the program took %d MB more, at most %d MB are allowed", grown>>10, maxUploadMemory>>10)
	}
	t.Logf("%d of %d files were refused, the others were made again", len(all)-stored, len(all))
	s.check(hostileUpload{"last.png", "image/png", smallPNG()})
}

// uploader sends files as a guest.
type uploader struct {
	*running
	guest string
}

// check sends a file, and reports whether the shop stored a picture of it.
func (s uploader) check(f hostileUpload) (stored bool) {
	s.t.Helper()
	status, body := s.post(f)
	if status >= 400 && status < 500 {
		return false
	}
	var made struct{ ID string }
	if err := json.Unmarshal(body, &made); status != http.StatusOK && status != http.StatusCreated || err != nil || made.ID == "" {
		s.t.Errorf("%.60s: status %d, %.200s", f.name, status, body)
		return false
	}
	answer, content, err := s.send("GET", "/uploads/"+made.ID, map[string]string{"X-Guest-Id": s.guest}, nil)
	if err != nil {
		s.t.Error(err)
		return true
	}
	kind := answer.Header.Get("Content-Type")
	if answer.StatusCode != http.StatusOK || kind != "image/webp" && kind != "image/jpeg" || answer.Header.Get("X-Content-Type-Options") != "nosniff" {
		s.t.Errorf("%.60s is served as %q with status %d", f.name, kind, answer.StatusCode)
	}
	if bytes.Contains(content, []byte("script")) || bytes.Equal(content, f.content) {
		s.t.Errorf("%.60s: what was sent is served", f.name)
	}
	return true
}

func (s uploader) post(f hostileUpload) (int, []byte) {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.WriteField("purpose", "review")
	head := textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf(`form-data; name="image"; filename=%q`, f.name)}, "Content-Type": {f.kind}}
	part, err := form.CreatePart(head)
	if err != nil {
		s.t.Fatal(err)
	}
	_, _ = part.Write(f.content)
	_ = form.Close()
	q, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url+"/api/v1/uploads", &body)
	if err != nil {
		s.t.Fatal(err)
	}
	q.Header.Set("Content-Type", form.FormDataContentType())
	q.Header.Set("X-Guest-Id", s.guest)
	answer, err := http.DefaultClient.Do(q)
	if err != nil { // the server may close the connection of a body that is too large
		return http.StatusRequestEntityTooLarge, nil
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, text
}

// hostileUploads are files of other types, bombs, polyglots, and pictures with hostile
// names and types.
func hostileUploads() (all []hostileUpload) {
	add := func(name, kind string, content []byte) { all = append(all, hostileUpload{name, kind, content}) }
	for name, content := range otherFiles() {
		add(name+".png", "image/png", content)
	}
	for name, content := range bombs() {
		add(name, "image/png", content)
	}
	for name, content := range polyglots() {
		add(name, "image/gif", content)
	}
	for _, name := range []string{
		"../../../etc/passwd.png", `..\..\windows\win.png`, "/etc/cron.d/x.png", "a\x00.html", "x.html", "x.php.png", "x.svg",
		strings.Repeat("long", 2000) + ".png", "\u202egnp.exe", "con.png", "-rf.png", ".htaccess", "a b;c|d`e$(f).png", "\"><img src=x onerror=alert(1)>.png",
	} {
		add(name, "image/png", smallPNG())
	}
	for _, kind := range []string{"text/html", "image/svg+xml", "application/javascript", "application/x-php", "multipart/mixed; boundary=x", ""} {
		add("typed.png", kind, smallPNG())
	}
	return all
}

func otherFiles() map[string][]byte {
	var packed, zipped bytes.Buffer
	g := gzip.NewWriter(&packed)
	_, _ = g.Write(make([]byte, 50<<20))
	_ = g.Close()
	z := zip.NewWriter(&zipped)
	inside, _ := z.Create("page.html")
	_, _ = io.WriteString(inside, script)
	_ = z.Close()
	return map[string][]byte{
		"empty": {}, "one byte": {0xff}, "zeros": make([]byte, 1<<20), "text": []byte("hello"), "html": []byte("<!doctype html>" + script),
		"svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">` + script + `</svg>`), "xml": []byte(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`),
		"javascript": []byte("alert(1)"), "php": []byte("<?php system($_GET['c']); ?>"), "pdf": []byte("%PDF-1.7\n1 0 obj<</JS(app.alert(1))>>"),
		"exe": []byte("MZ\x90\x00"), "elf": []byte("\x7fELF\x02\x01\x01"), "wasm": []byte("\x00asm\x01\x00\x00\x00"), "zip": zipped.Bytes(), "gzip bomb": packed.Bytes(),
		"bmp": append([]byte("BM"), make([]byte, 200)...), "tiff": append([]byte("II*\x00"), make([]byte, 200)...), "ico": append([]byte("\x00\x00\x01\x00\x01\x00"), make([]byte, 200)...),
		"avif": append([]byte("\x00\x00\x00\x20ftypavif"), make([]byte, 200)...), "mp4": append([]byte("\x00\x00\x00\x20ftypisom"), make([]byte, 200)...),
		"jpeg start": {0xff, 0xd8, 0xff}, "png start": []byte("\x89PNG\r\n\x1a\n"), "gif start": []byte("GIF89a"), "webp start": []byte("RIFF\x00\x00\x00\x00WEBP"),
		"half a png": smallPNG()[:len(smallPNG())/2], "huge": make([]byte, 40<<20),
	}
}

// bombs claim more pixels than anybody could show.
func bombs() map[string][]byte {
	all := map[string][]byte{}
	for _, size := range [][2]uint32{{50_000, 50_000}, {1, 1 << 30}, {1 << 31, 1}, {100_000, 100}, {20_000, 20_000}} {
		bomb := smallPNG()
		binary.BigEndian.PutUint32(bomb[16:], size[0])
		binary.BigEndian.PutUint32(bomb[20:], size[1])
		binary.BigEndian.PutUint32(bomb[29:], crc32.ChecksumIEEE(bomb[12:29]))
		all[fmt.Sprintf("%dx%d.png", size[0], size[1])] = bomb
	}
	var animated bytes.Buffer
	_ = gif.Encode(&animated, image.NewGray(image.Rect(0, 0, 8, 8)), nil)
	wide := animated.Bytes()
	binary.LittleEndian.PutUint16(wide[6:], 65_535)
	binary.LittleEndian.PutUint16(wide[8:], 65_535)
	all["wide.gif"] = wide
	return all
}

// polyglots are pictures that are something else as well.
func polyglots() map[string][]byte {
	var photo, animated bytes.Buffer
	_ = jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 60, 60)), nil)
	_ = gif.Encode(&animated, image.NewGray(image.Rect(0, 0, 60, 60)), nil)
	after := func(b []byte, text string) []byte { return append(bytes.Clone(b), text...) }
	comment := append([]byte{0xff, 0xd8, 0xff, 0xfe, 0, byte(len(script) + 2)}, script...)
	return map[string][]byte{
		"png and page": after(smallPNG(), script), "jpeg and page": after(photo.Bytes(), script), "gif and page": after(animated.Bytes(), script),
		"png and zip": after(smallPNG(), "PK\x03\x04page"+script), "jpeg and php": after(photo.Bytes(), "<?php script ?>"),
		"jpeg with a comment": append(comment, photo.Bytes()[2:]...), "gif as javascript": after([]byte("GIF89a/*"), "*/=1;alert(1)//"+script),
		"png with a text": withText(smallPNG()), "page before a png": after([]byte(script), string(smallPNG())),
	}
}

// withText adds a chunk of text with a script after the header of a PNG.
func withText(whole []byte) []byte {
	body := []byte("tEXtComment\x00" + script)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)-4))
	chunk = binary.BigEndian.AppendUint32(append(chunk, body...), crc32.ChecksumIEEE(body))
	const header = 8 + 25 // the signature and the first chunk
	return append(append(bytes.Clone(whole[:header]), chunk...), whole[header:]...)
}

func smallPNG() []byte {
	var out bytes.Buffer
	_ = png.Encode(&out, image.NewGray(image.Rect(0, 0, 60, 60)))
	return out.Bytes()
}
