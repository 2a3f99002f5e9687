package notification

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// Settings say which notifications a customer wants, and how.
type Settings struct {
	OrderMail bool // mails about orders
	Alerts    bool // about things on the wishlist
	AlertMail bool // mails about them, too
}

// defaults are the settings of a customer who has changed nothing.
var defaults = Settings{OrderMail: true, Alerts: true}

// Conditions of what a customer c, whose settings are s, gets.
const (
	hasMail        = `c.email IS NOT NULL AND c.email_verified AND c.erased_at IS NULL`
	wantsOrderMail = hasMail + ` AND COALESCE(s.order_mail, TRUE)`
	wantsAlerts    = `c.erased_at IS NULL AND COALESCE(s.alerts, TRUE)`
	wantsAlertMail = hasMail + ` AND COALESCE(s.alert_mail, FALSE)`
)

// SettingsOf returns the settings of a customer.
func (s *Service) SettingsOf(ctx context.Context, customerID int64) (Settings, error) {
	found, err := db.Many[Settings](ctx, s.DB.R, `SELECT order_mail, alerts, alert_mail FROM notification_settings WHERE customer_id = $1`, customerID)
	if err != nil {
		return Settings{}, fmt.Errorf("read the settings of notifications: %w", err)
	}
	if len(found) == 0 {
		return defaults, nil
	}
	return found[0], nil
}

// SaveSettings stores the settings of a customer.
func (s *Service) SaveSettings(ctx context.Context, customerID int64, to Settings) error {
	return s.save(ctx, customerID, row{Settings: to}, `order_mail = excluded.order_mail, alerts = excluded.alerts, alert_mail = excluded.alert_mail`)
}

// UseLanguage stores the language in which a customer uses the shop, for mails to them.
// One without texts is ignored.
func (s *Service) UseLanguage(ctx context.Context, customerID int64, language string) error {
	if !s.Texts.has(language) {
		return nil
	}
	known, err := db.Many[string](ctx, s.DB.R, `SELECT language FROM notification_settings WHERE customer_id = $1`, customerID)
	if err != nil {
		return fmt.Errorf("read the language of a customer: %w", err)
	}
	if len(known) > 0 && known[0] == language {
		return nil
	}
	return s.save(ctx, customerID, row{defaults, language}, `language = excluded.language`)
}

// UseFirstLanguage is UseLanguage for a customer whose language is not known yet.
func (s *Service) UseFirstLanguage(ctx context.Context, customerID int64, language string) error {
	known, err := db.Many[string](ctx, s.DB.R, `SELECT language FROM notification_settings WHERE customer_id = $1 AND language <> ''`, customerID)
	if err != nil {
		return fmt.Errorf("read the language of a customer: %w", err)
	}
	if len(known) > 0 {
		return nil
	}
	return s.UseLanguage(ctx, customerID, language)
}

// row is a row of the table.
type row struct {
	Settings
	language string
}

// save inserts a row. If there is one it changes what set says.
func (s *Service) save(ctx context.Context, customerID int64, r row, set string) error {
	err := db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO notification_settings (customer_id, language, order_mail, alerts, alert_mail) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (customer_id) DO UPDATE SET `+set, customerID, r.language, r.OrderMail, r.Alerts, r.AlertMail)
		return err
	})
	if err != nil {
		return fmt.Errorf("store the settings of notifications: %w", err)
	}
	return nil
}

// Unsubscribe switches off the mails of a customer, by the token that was in one.
func (s *Service) Unsubscribe(ctx context.Context, customerID int64, token string) error {
	if !s.Tokens.MayUnsubscribe(customerID, token) {
		return errs.New(errs.NotFound, "This link is not valid.")
	}
	now, err := s.SettingsOf(ctx, customerID)
	if err != nil {
		return err
	}
	now.OrderMail, now.AlertMail = false, false
	return s.SaveSettings(ctx, customerID, now)
}
