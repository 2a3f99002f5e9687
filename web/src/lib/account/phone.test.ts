import { expect, test } from 'vitest'
import { readPhone, writePhone } from './phone'

test.each([
  // Several countries share +1. The given country is used, whatever the number's own.
  ['+12025550123', 'US', 'US', '(202) 555-0123'],
  ['+12025550123', 'CA', 'CA', '(202) 555-0123'],
  ['+14165550123', 'US', 'US', '(416) 555-0123'],
  // With a country of another code, the number's own country is used.
  ['+12025550123', 'IN', 'US', '(202) 555-0123'],
  ['+14165550123', 'IN', 'CA', '(416) 555-0123'],
  ['+442079460958', 'US', 'GB', '020 7946 0958'],
  // A number that belongs to no country of its code gets the first one.
  ['+15550123456', 'IN', 'US', '(555) 012-3456'],
  // An incomplete number stays as it is typed.
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
