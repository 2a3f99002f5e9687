import { expect, test } from 'vitest'
import { readPhone, writePhone } from './phone'

test.each([
  // The countries of +1: a number says of which it is, and yet the one at hand is meant.
  ['+12025550123', 'US', 'US', '(202) 555-0123'],
  ['+12025550123', 'CA', 'CA', '(202) 555-0123'],
  ['+14165550123', 'US', 'US', '(416) 555-0123'],
  // From elsewhere it is the number's own country.
  ['+12025550123', 'IN', 'US', '(202) 555-0123'],
  ['+14165550123', 'IN', 'CA', '(416) 555-0123'],
  ['+442079460958', 'US', 'GB', '020 7946 0958'],
  // Where a number says no country, it is the first that has the code.
  ['+15550123456', 'IN', 'US', '(555) 012-3456'],
  // What is no number yet stays as it is typed.
  ['+1', 'US', 'US', ''],
  ['+120', 'US', 'US', '20'],
  ['', 'IN', 'IN', ''],
])('ADDR-06 %j in %s is of %s, %j', (phone, here, country, national) => {
  expect(writePhone(phone, here)).toEqual({ country, national })
})

test.each([
  ['202 555 0123', 'US', '+12025550123'],
  ['+44 20 7946 0958', 'US', '+442079460958'],
  ['20255', 'US', '+120255'],
  ['+20255', 'US', '+20255'],
  ['-', 'US', ''],
])('D6 %j typed in %s is %j', (typed, here, phone) => {
  expect(readPhone(typed, here)).toBe(phone)
})
