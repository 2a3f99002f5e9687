import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { createApp } from '@/app'
import { withQuery } from './href'
import { parseQuery } from './query-string'

const values = [
  '1.50',
  '2024',
  '007',
  '1e3',
  '-0',
  '12345678901234567890',
  'true',
  'null',
  '"quoted"',
  '[1]',
  '{"a":1}',
  '50% off',
  'a+b & c',
  'مندي',
  '',
  ' ',
]

test.each(values)('every reader of an address reads the text %j as it stands there', (value) => {
  const query = `?${new URLSearchParams({ item: value })}`
  const { router } = createApp({ language: 'en', messages: {}, history: createMemoryHistory() })
  const { parseSearch, stringifySearch } = router.options
  expect(parseSearch(query)).toEqual({ item: value })
  expect(stringifySearch({ item: value })).toBe(query)
  expect(router.buildLocation({ to: '/home', search: { item: value } } as never).href).toBe(`/home${query}`)
  expect(withQuery(`/home${query}`, {})).toBe(`/home${query}`)
})

test('the last of two values with the same name is used; names such as __proto__ are ordinary', () => {
  const query = parseQuery('?a=1&a=2&__proto__=x&constructor=y')
  expect(Object.entries(query)).toEqual([
    ['a', '2'],
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ])
})
