package call

import "testing"

func TestReturn_WAL02_goesOnlyToOurOwnOrigin(t *testing.T) {
	reached := Return{host: "shop.example:8080"}
	for callback, want := range map[string]string{
		"":                                       "http://shop.example:8080/wallet",
		"/wallet?tab=1":                          "http://shop.example:8080/wallet?tab=1",
		"http://shop.example:8080/orders/17":     "http://shop.example:8080/orders/17",
		"http://shop.example/orders/17":          "",
		"https://shop.example:8080/wallet":       "",
		"https://evil.example/wallet":            "",
		"//evil.example/wallet":                  "",
		"/\\evil.example":                        "",
		"javascript:alert(1)":                    "",
		"http://shop.example:8080@evil.example/": "",
		"http://user@shop.example:8080/":         "",
		"wallet":                                 "",
		"http:shop.example:8080/wallet":          "",
		"/wallet\n":                              "",
	} {
		got, err := reached.URL("", callback, "/wallet")
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", callback, got, err)
		}
	}
	if got, err := reached.URL("https://port.example", "/wallet", ""); err != nil || got != "https://port.example/wallet" {
		t.Errorf("with a public origin: %q, %v", got, err)
	}
	if _, err := reached.URL("https://port.example", "http://shop.example:8080/wallet", ""); err == nil {
		t.Error("the address by which the server was reached is accepted beside its public one")
	}
}
