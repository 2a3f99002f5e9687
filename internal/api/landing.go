package api

import (
	"context"

	"hawker/internal/link"
)

// getLandingPage answers the texts of the landing page and the footer (API-09).
func (s *Server) getLandingPage(ctx context.Context, _ *scopeInput) (*landingOutput, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return nil, err
	}
	l := settings.Landing
	play, apple := link.Shown(l.AppLinks.PlayStore), link.Shown(l.AppLinks.AppStore) // an old row may hold anything
	view := landingView{
		Title:                  l.Title,
		SubTitle:               l.SubTitle,
		HeroFullURL:            pictureURL(town, l.Hero),
		FixedFooterDescription: l.FooterDescription,
		FixedNewsletterTitle:   l.NewsletterTitle,
		FixedNewsletterSub:     l.NewsletterText,
		DownloadUserAppLinks: appLinksView{
			PlaystoreURL:        play,
			PlaystoreURLStatus:  flag(l.AppLinks.PlayStoreStatus && play != ""),
			AppleStoreURL:       apple,
			AppleStoreURLStatus: flag(l.AppLinks.AppStoreStatus && apple != ""),
		},
		Highlights: []landingHighlight{},
	}
	for _, h := range l.Highlights {
		view.Highlights = append(view.Highlights, landingHighlight{Title: h.Title, Text: h.Text, ImageFullURL: pictureURL(town, h.Picture)})
	}
	return &landingOutput{Body: view}, nil
}
