package firebase_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hawker/internal/adapter/firebase"
	"hawker/internal/errs"
)

// emulator starts the real Firebase Auth emulator, which ends with the test. It returns
// the emulator's host.
func emulator(t *testing.T, project string) string {
	t.Helper()
	const home = "../../../e2e/stand-ins/firebase"
	if _, err := os.Stat(filepath.Join(home, "node_modules/firebase-tools")); err != nil {
		t.Fatal("the Firebase emulator is not installed: make e2e/stand-ins/firebase/node_modules/.installed")
	}
	node := exec.CommandContext(t.Context(), "node", "emulator.mjs", project)
	node.Dir, node.Stderr = home, os.Stderr
	input, err := node.StdinPipe() // the emulator ends with its input, also if the test is killed
	if err != nil {
		t.Fatal(err)
	}
	out, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = input.Close()
		_ = node.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the emulator ended before it served: %v", err)
	}
	return strings.TrimPrefix(strings.TrimSpace(line), "http://")
}

// sendCode requests a code from the emulator, like the page. The emulator does not send
// the SMS, but shows it in its API.
func sendCode(t *testing.T, host, phone string) (session, code string) {
	t.Helper()
	question, err := json.Marshal(map[string]string{"phoneNumber": phone, "recaptchaToken": "none"})
	if err != nil {
		t.Fatal(err)
	}
	var sent struct{ SessionInfo string }
	call(t, http.MethodPost, "http://"+host+"/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=any", question, &sent)
	var noted struct {
		VerificationCodes []struct{ PhoneNumber, SessionInfo, Code string }
	}
	call(t, http.MethodGet, "http://"+host+"/emulator/v1/projects/demo-hawker/verificationCodes", nil, &noted)
	for _, n := range noted.VerificationCodes {
		if n.SessionInfo == sent.SessionInfo && n.PhoneNumber == phone {
			return n.SessionInfo, n.Code
		}
	}
	t.Fatalf("the emulator has no code: %+v", noted)
	return "", ""
}

func call(t *testing.T, method, url string, body []byte, answer any) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(answer); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %v", url, resp.StatusCode, err)
	}
}

func TestVerify_AUTH09_API07_withTheEmulator(t *testing.T) {
	t.Parallel()
	host := emulator(t, "demo-hawker")
	p := firebase.New(firebase.Config{APIKey: "any", ProjectID: "demo-hawker", EmulatorHost: host})

	session, code := sendCode(t, host, phone)
	wrong := "000000"
	if code == wrong {
		wrong = "000001"
	}
	_, err := p.Verify(t.Context(), session, wrong)
	if e := errs.From(err); e.Code != errs.Invalid || e.Message != "The code is not right." {
		t.Errorf("a wrong code: %v", err)
	}
	_, err = p.Verify(t.Context(), "no-session", code)
	if e := errs.From(err); e.Code != errs.Invalid || e.Message != "The code has expired. Please ask for a new one." {
		t.Errorf("no session: %v", err)
	}
	if got, err := p.Verify(t.Context(), session, code); err != nil || got != phone {
		t.Errorf("the code: %q, %v", got, err)
	}
	if got, err := p.Verify(t.Context(), session, code); !errs.Is(err, errs.Invalid) {
		t.Errorf("the code again: %q, %v", got, err)
	}

	// Without its own setting, an emulator's unsigned token is refused.
	session, code = sendCode(t, host, phone)
	real := firebase.Elsewhere(firebase.Config{APIKey: "any", ProjectID: "demo-hawker"},
		"http://"+host+"/identitytoolkit.googleapis.com", "http://"+host+"/keys")
	if got, err := real.Verify(t.Context(), session, code); !errs.Is(err, errs.Unavailable) || got != "" {
		t.Errorf("an unsigned token was accepted: %q, %v", got, err)
	}
	session, code = sendCode(t, host, phone)
	other := firebase.New(firebase.Config{APIKey: "any", ProjectID: "another-project", EmulatorHost: host})
	if got, err := other.Verify(t.Context(), session, code); !errs.Is(err, errs.Unavailable) || got != "" {
		t.Errorf("another project's token was accepted: %q, %v", got, err)
	}
}
