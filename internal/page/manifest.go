package page

import "net/http"

// manifest serves the web app manifest. The server writes it because it has the name of
// the business.
func (p *pages) manifest(w http.ResponseWriter, r *http.Request) {
	prefs := p.preferences(r)
	_, common := p.readCommonData(r, prefs)
	if common.Config.BusinessName == "" {
		http.Error(w, "The shop's name cannot be read now.", http.StatusServiceUnavailable)
		return
	}
	icon := func(file, size, purpose string) map[string]string {
		return map[string]string{"src": file, "sizes": size, "type": "image/png", "purpose": purpose}
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	w.Header().Set("Vary", "Cookie")
	_, _ = w.Write(encode(map[string]any{
		"id": "/", "start_url": "/home", "scope": "/", "display": "standalone",
		"name": common.Config.BusinessName, "short_name": common.Config.BusinessName, "description": common.Landing.SubTitle,
		"lang": prefs.language, "dir": prefs.direction,
		"background_color": "#FFFFFF", "theme_color": "#0B7A4B",
		"icons": []map[string]string{
			icon("/icon-192.png", "192x192", "any"),
			icon("/icon-512.png", "512x512", "any"),
			icon("/icon-maskable-512.png", "512x512", "maskable"),
		},
	}))
}
