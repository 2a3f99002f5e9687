import { expect, test } from 'vitest'
import { parseQuery } from '@/lib/page/query-string'
import { readResultsQuery } from './results-query'

test.each([
  ['search=category&name=1.50', { search: 'category', name: '1.50' }],
  ['name=2024&id=7&module_id=12', { name: '2024', id: 7, module_id: 12 }],
  ['id=seven&module_id=-1&min_price=', {}],
  ['min_price=2.50&max_price=10&min_rating=4.5', { min_price: 2.5, max_price: 10, min_rating: 4.5 }],
  ['discounted=true&open_now=1&free_delivery=yes', { discounted: true, open_now: true }],
  [
    'available_now=true&max_delivery_time=30&halal=true&organic=1&exact=true',
    { open_now: true, max_delivery_time: 30, halal: true, organic: true, exact: true },
  ],
  ['max_delivery_time=soon&exact=perhaps&halal=', {}],
])('BRW-02 ?%s is read as what it means', (query, want) => {
  expect(readResultsQuery(parseQuery(query))).toEqual(want)
})
