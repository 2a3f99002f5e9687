package public_test

import (
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/setting"
)

// What was imported when less was checked is not shown either.
func TestLinks_unsafeOnesAreNotReturned(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := apitest.NewPublicAPI(t, open(t))
		f.Set(t, func(s *setting.Settings) {
			s.Business.SocialMedia = []setting.SocialLink{{Name: "facebook", Link: "javascript:alert(1)"}, {Name: "youtube", Link: "https://video.example/shop"}, {Name: "twitter", Link: "//evil.example"}}
			s.Landing.AppLinks = setting.AppLinks{PlayStore: "data:text/html,x", PlayStoreStatus: true, AppStore: "https://apps.example/1", AppStoreStatus: true}
		})
		for slug, target := range map[string]string{"a": "javascript:alert(1)", "b": `/\\evil.example`, "c": "//evil.example", "d": "https://evil.example"} {
			f.Insert("banners", catalogtest.Row{"slug": slug, "module_id": catalogtest.Food, "position": 1,
				"body": `{"title":"t","style":"mint","target":{"kind":"path","value":"` + target + `"},"second":{"kind":"path","value":"/categories"}}`})
		}
		f.ExpireCaches()
		if pages := f.Read(t, "/config")["social_media"].([]any); len(pages) != 1 || pages[0].(map[string]any)["link"] != "https://video.example/shop" {
			t.Errorf("social media: %v", pages)
		}
		apps := f.Read(t, "/landing-page")["download_user_app_links"].(map[string]any)
		if apps["playstore_url"] != "" || apps["playstore_url_status"] != 0.0 || apps["apple_store_url"] != "https://apps.example/1" || apps["apple_store_url_status"] != 1.0 {
			t.Errorf("the apps: %v", apps)
		}
		banners := f.Read(t, "/banners")["banners"].([]any)
		for _, b := range banners {
			if b := b.(map[string]any); b["link"] != "" || b["second_link"] != "/categories" {
				t.Errorf("a banner leads to %v and %v", b["link"], b["second_link"])
			}
		}
		if len(banners) != 4 {
			t.Errorf("%d banners", len(banners))
		}
	})
}
