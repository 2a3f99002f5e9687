package public

import (
	"context"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/link"
)

type landingOutput struct{ Body landingView }

// landingView has the texts of the landing page and the footer (API-09).
type landingView struct {
	Title                  string             `json:"title"`
	SubTitle               string             `json:"sub_title"`
	HeroFullURL            string             `json:"hero_full_url"`
	FixedFooterDescription string             `json:"fixed_footer_description"`
	FixedNewsletterTitle   string             `json:"fixed_newsletter_title"`
	FixedNewsletterSub     string             `json:"fixed_newsletter_sub_title"`
	DownloadUserAppLinks   appLinksView       `json:"download_user_app_links"`
	Highlights             []landingHighlight `json:"highlights"`
}

type landingHighlight struct {
	Title        string `json:"title"`
	Text         string `json:"text"`
	ImageFullURL string `json:"image_full_url"`
}

type appLinksView struct {
	PlaystoreURL        string `json:"playstore_url"`
	PlaystoreURLStatus  int    `json:"playstore_url_status" enum:"0,1"`
	AppleStoreURL       string `json:"apple_store_url"`
	AppleStoreURLStatus int    `json:"apple_store_url_status" enum:"0,1"`
}

func (h *Handlers) getLandingPage(ctx context.Context, _ *call.ScopeInput) (*landingOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	l, text := settings.Landing, directory.Texts(ctx).Setting
	play, apple := link.Shown(l.AppLinks.PlayStore), link.Shown(l.AppLinks.AppStore) // a row may be older than the check of imports
	v := landingView{
		Title:                  text(l.Title),
		SubTitle:               text(l.SubTitle),
		HeroFullURL:            view.PictureURL(directory, l.Hero),
		FixedFooterDescription: text(l.FooterDescription),
		FixedNewsletterTitle:   text(l.NewsletterTitle),
		FixedNewsletterSub:     text(l.NewsletterText),
		DownloadUserAppLinks: appLinksView{
			PlaystoreURL:        play,
			PlaystoreURLStatus:  view.Flag(l.AppLinks.PlayStoreStatus && play != ""),
			AppleStoreURL:       apple,
			AppleStoreURLStatus: view.Flag(l.AppLinks.AppStoreStatus && apple != ""),
		},
		Highlights: []landingHighlight{},
	}
	for _, h := range l.Highlights {
		v.Highlights = append(v.Highlights, landingHighlight{Title: text(h.Title), Text: text(h.Text), ImageFullURL: view.PictureURL(directory, h.Picture)})
	}
	return &landingOutput{Body: v}, nil
}
