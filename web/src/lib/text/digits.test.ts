import { expect, test } from 'vitest'
import { latinDigits, wholeNumber } from './digits'
import { digitsIn, isPossiblePhone, readPhone } from '@/lib/account/phone'

test.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['رمز ١٢٣-456', 'رمز 123-456'],
  ['', ''],
])('%j is %j', (typed, latin) => {
  expect(latinDigits(typed)).toBe(latin)
})

test.each([
  ['١٢', 12],
  [' 012 ', 12],
  ['0', 0],
  ['', NaN],
  ['1.5', NaN],
  ['-1', NaN],
  ['many', NaN],
])('the whole number in %j is %d', (typed, number) => {
  expect(wholeNumber(typed)).toBe(number)
})

test('a phone may be typed in Arabic or Persian digits', () => {
  expect(readPhone('٢٠٢ ٥٥٥ ٠١٢٣', 'US')).toBe('+12025550123')
  expect(readPhone('۲۰۲۵۵', 'US')).toBe('+120255')
  expect(digitsIn('+١٢٠٢٥٥٥٠١٢٣')).toBe(11)
  expect(isPossiblePhone('۲۰۲۵۵۵۰۱۲۳', 'US')).toBe(true)
})
