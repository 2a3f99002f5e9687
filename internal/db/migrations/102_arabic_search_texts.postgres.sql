-- Arabic words are stored and searched in one spelling.
-- +goose Up
UPDATE items SET search_text = TRANSLATE(search_text, 'ىیةکٱ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ـ', 'ييهكا01234567890123456789')
WHERE search_text ~ '[ىیةکٱ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ـ]';
UPDATE stores SET search_text = TRANSLATE(search_text, 'ىیةکٱ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ـ', 'ييهكا01234567890123456789')
WHERE search_text ~ '[ىیةکٱ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ـ]';

-- +goose Down
SELECT 1;
