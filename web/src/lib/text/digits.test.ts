import { expect, test } from 'vitest'
import { latinDigits } from './digits'
import { digitsIn, isPossiblePhone, readPhone } from '@/lib/account/phone'

test.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['رمز ١٢٣-456', 'رمز 123-456'],
  ['', ''],
])('%j is %j', (typed, latin) => {
  expect(latinDigits(typed)).toBe(latin)
})

test('a phone may be typed in Arabic or Persian digits', () => {
  expect(readPhone('٢٠٢ ٥٥٥ ٠١٢٣', 'US')).toBe('+12025550123')
  expect(readPhone('۲۰۲۵۵', 'US')).toBe('+120255')
  expect(digitsIn('+١٢٠٢٥٥٥٠١٢٣')).toBe(11)
  expect(isPossiblePhone('۲۰۲۵۵۵۰۱۲۳', 'US')).toBe(true)
})
