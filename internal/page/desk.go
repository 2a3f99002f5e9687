package page

import (
	"encoding/json"
	"net/http"
)

// serveDesk serves the page on which the staff work on orders. It contains no order:
// without a session the browser gets none.
func (p *pages) serveDesk(w http.ResponseWriter, r *http.Request) {
	prefs := p.preferences(r)
	given := p.callAll(r, []call{get("getConfig", "/config", nil)}, prefs)
	var shop config
	_ = json.Unmarshal(given[0].Body, &shop)
	common := commonData{Language: prefs.language, text: p.text}
	title := common.word("desk.title", "shop", shop.BusinessName)
	if !given[0].ok() { // the page asks again
		given, title = given[:0], common.word("desk.loading")
	}
	head := head{title: title, noIndex: true}
	p.send(w, http.StatusOK, p.desk.fill(prefs, insertions{
		head: head.render(p.origin(r), shop.BusinessName),
		data: dataBlock(given, module{}),
	}))
}
