package api

import "context"

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
	view := landingView{
		Title:                  l.Title,
		SubTitle:               l.SubTitle,
		HeroFullURL:            pictureURL(town, l.Hero),
		FixedFooterDescription: l.FooterDescription,
		FixedNewsletterTitle:   l.NewsletterTitle,
		FixedNewsletterSub:     l.NewsletterText,
		DownloadUserAppLinks: appLinksView{
			PlaystoreURL:        l.AppLinks.PlayStore,
			PlaystoreURLStatus:  flag(l.AppLinks.PlayStoreStatus),
			AppleStoreURL:       l.AppLinks.AppStore,
			AppleStoreURLStatus: flag(l.AppLinks.AppStoreStatus),
		},
		Highlights: []landingHighlight{},
	}
	for _, h := range l.Highlights {
		view.Highlights = append(view.Highlights, landingHighlight{Title: h.Title, Text: h.Text, ImageFullURL: pictureURL(town, h.Picture)})
	}
	return &landingOutput{Body: view}, nil
}
