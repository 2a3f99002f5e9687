package page

import (
	"encoding/json"
	"net/http"
	"slices"
)

// module is a kind of shopping.
type module struct {
	ID   int64  `json:"id"`
	Type string `json:"module_type"`
}

// findModule returns the active module with this id; "": the default module.
func (c config) findModule(id string) module {
	i := slices.IndexFunc(c.Modules, func(m module) bool {
		return idText(m.ID) == id || id == "" && m.ID == c.Default
	})
	if i < 0 {
		return module{}
	}
	return c.Modules[i]
}

// moduleOfLink returns the id of the module that the URL names, "" if it names none.
func moduleOfLink(r *http.Request) string { return r.URL.Query().Get("module_id") }

// moduleOf returns the id of the module of what the page is about, "" if it has none.
func moduleOf(first json.RawMessage) string {
	var thing struct {
		ModuleID int64 `json:"module_id"`
	}
	_ = json.Unmarshal(first, &thing) // what is no JSON has no module
	if thing.ModuleID == 0 {
		return ""
	}
	return idText(thing.ModuleID)
}

// adopt changes to an active module, as the storefront does on the page (adopt-module.ts):
// what the page lists is of that module (LOC-13).
func (c *commonData) adopt(id string, prefs *preferences) {
	if id == "" || id == idText(c.Module.ID) {
		return
	}
	if m := c.Config.findModule(id); m.ID > 0 {
		c.Module, prefs.module, prefs.adopted = m, id, m
	}
}
