import { expect, test } from 'vitest'
import { createAppIntl } from './intl'

test.each(['en', 'de', 'ar', 'ar-EG', 'fa', 'mr', 'bn'])('I18N-01 in %s digits are Latin', (language) => {
  const intl = createAppIntl(language, { count: '{count, number}' }, 'UTC')
  const written = [
    intl.formatNumber(1234.5),
    intl.formatDate(0, { hourCycle: 'h23', hour: '2-digit', minute: '2-digit' }),
    intl.formatMessage({ id: 'count' }, { count: 1234.5 }),
  ].join(' ')
  expect(written.match(/\p{Nd}/gu)?.join('')).toBe('12345000012345')
})
