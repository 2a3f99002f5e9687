import { createIntl, createIntlCache, type IntlShape } from 'react-intl'
import { defineMessages } from './messages'
import type { Messages } from './languages'

const cache = createIntlCache()

/** Formats messages, numbers and dates of a language. Digits are always Latin. */
export function createAppIntl(language: string, messages: Messages, timeZone?: string): IntlShape {
  const locale = language === 'en' ? language : `${language}-u-nu-latn`
  return createIntl({ locale, messages, defaultLocale: 'en', timeZone }, cache)
}

/** Messages that several files use. */
export const common = defineMessages({
  offline: {
    id: 'common.offline',
    defaultMessage: 'No connection. Please check your internet and try again.',
  },
  tokenExpired: {
    id: 'common.token_expired',
    defaultMessage: 'Your account is inactive or Your token has been expired',
  },
  close: { id: 'common.close', defaultMessage: 'Close' },
  cancel: { id: 'common.cancel', defaultMessage: 'Cancel' },
  retry: { id: 'common.retry', defaultMessage: 'Try again' },
})
