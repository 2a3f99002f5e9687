import { afterEach, expect, test } from 'vitest'
import { endSession } from '@/lib/account/session'
import { write } from '@/lib/scope/local-storage'
import { readRecentSearches, rememberSearch, removeRecentSearch, removeRecentSearches } from './recent-searches'

afterEach(removeRecentSearches)

test('BRW-02 the latest searches are kept, each once, the latest first', () => {
  for (const words of ['tea', 'rice', 'Tea']) rememberSearch(words)
  expect(readRecentSearches()).toEqual(['Tea', 'rice'])
  for (let n = 0; n < 20; n++) rememberSearch(`dish ${n}`)
  expect(readRecentSearches()).toHaveLength(8)
  expect(readRecentSearches()[0]).toBe('dish 19')
})

test('BRW-02 one can be removed, and all', () => {
  for (const words of ['tea', 'rice', 'soup']) rememberSearch(words)
  removeRecentSearch('RICE')
  expect(readRecentSearches()).toEqual(['soup', 'tea'])
  removeRecentSearches()
  expect(readRecentSearches()).toEqual([])
  expect(localStorage.getItem('recent_searches')).toBeNull()
})

test('BRW-02 signing out removes them', () => {
  rememberSearch('pregnancy test')
  endSession()
  expect(readRecentSearches()).toEqual([])
})

test.each([
  ['', []],
  ['null', []],
  ['{"0":"tea"}', []],
  ['["tea', []],
  ['"tea"', []],
  ['[1,null,{"a":1},["tea"],"  ","tea"," tea "]', ['tea']],
  [JSON.stringify(['x'.repeat(500)]), ['x'.repeat(100)]],
  [JSON.stringify(Array.from({ length: 50 }, (_, n) => `dish ${n}`)), Array.from({ length: 8 }, (_, n) => `dish ${n}`)],
])('BRW-02 LOC-14 %j in their place breaks nothing', (damage, want) => {
  write({ recent_searches: damage })
  expect(readRecentSearches()).toEqual(want)
  rememberSearch('soup')
  expect(readRecentSearches()[0]).toBe('soup')
})
