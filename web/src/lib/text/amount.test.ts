import { describe, expect, test } from 'vitest'
import { parseAmount, typedAmount } from './amount'

const read = (typed: string, locale = 'en', decimals = 2) => {
  const result = parseAmount(typed, locale, decimals)
  return 'problem' in result ? result.problem : result.amount
}

describe('an amount that somebody typed', () => {
  test.each<[typed: string, locale: string, amount: number | string | undefined]>([
    ['', 'en', undefined],
    ['  ', 'en', undefined],
    ['5', 'en', 5],
    [' 2.50 ', 'en', 2.5],
    ['.5', 'en', 0.5],
    ['5.', 'en', 5],
    ['1,000', 'en', 1000],
    ['1,234,567.89', 'en', 1234567.89],
    ['12,34,567.5', 'en', 1234567.5],
    ['2,50', 'en', 2.5],
    ['1 000', 'en', 1000],
    ['1’000.5', 'en', 1000.5],
    ['1.000', 'de', 1000],
    ['1.000,50', 'de', 1000.5],
    ['2,50', 'de', 2.5],
    ['2.50', 'de', 2.5],
    ['1 000,5', 'fr', 1000.5],
    ['١٢٫٥', 'ar', 12.5],
    ['١٬٠٠٠', 'ar', 1000],
    ['۲۵٫۵۰', 'fa', 25.5],
    ['۱٬۲۳۴٫۵', 'fa', 1234.5],
    ['\u200f٢٫٥٠', 'ar-u-nu-latn', 2.5],
    ['٢،٥', 'ar', 2.5],
    ['2.500', 'en', 2.5],
    ['2.505', 'en', 'too_precise'],
    ['1.999', 'en', 'too_precise'],
    ['-1', 'en', 'unreadable'],
    ['five', 'en', 'unreadable'],
    ['.', 'en', 'unreadable'],
    ['1,00,0', 'en', 'unreadable'],
    ['1.2.3', 'en', 'unreadable'],
    ['1e3', 'en', 'unreadable'],
    ['Infinity', 'en', 'unreadable'],
  ])('%j in %s is %j', (typed, locale, amount) => {
    expect(read(typed, locale)).toBe(amount)
  })

  test('has as many decimals as the currency', () => {
    expect(read('100.5', 'en', 0)).toBe('too_precise')
    expect(read('100.0', 'en', 0)).toBe(100)
    expect(read('1.125', 'en', 3)).toBe(1.125)
  })

  test.each(['en', 'de-u-nu-latn', 'fr-u-nu-latn', 'ar', 'ar-u-nu-latn', 'fa', 'hi-u-nu-latn'])(
    'is read as it is shown in %s',
    (locale) => {
      for (const amount of [0.05, 1.125, 2.5, 1000, 99999.99])
        expect(read(typedAmount(amount, locale), locale, 3)).toBe(amount)
    },
  )
})
