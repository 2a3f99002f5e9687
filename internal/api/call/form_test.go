package call

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

type imageForm struct {
	Image huma.FormFile `form:"image"`
}

// Originals have what the stored image has not, such as where it was taken.
func TestLimitForm_PROF03_ITEM11_writesNoTemporaryFile(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	mux := http.NewServeMux()
	a := NewAPI(mux)
	var got int64
	post := huma.Operation{OperationID: "postImage", Method: http.MethodPost, Path: "/images"}
	huma.Register(a, LimitForm(a, post, 1<<20), func(_ context.Context, in *struct {
		RawBody huma.MultipartFormFiles[imageForm]
	}) (*struct{}, error) {
		got, _ = io.Copy(io.Discard, in.RawBody.Data().Image)
		return nil, nil
	})

	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("image", "me.jpg")
	if err != nil {
		t.Fatal(err)
	}
	const size = 900 << 10
	if _, err := file.Write(make([]byte, size)); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, Prefix+"/images", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)

	if w.Code != http.StatusNoContent || got != size {
		t.Errorf("%d %s, %d bytes arrived", w.Code, w.Body, got)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
