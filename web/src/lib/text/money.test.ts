import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatMoney, shortMoney } from './money'

type Vector = {
  major: number
  digits: number
  symbol: string
  symbol_right: boolean
  format: string
  short: string
}

// Written by the server's tests, so that both sides format every amount alike.
const vectors = JSON.parse(readFileSync('../internal/money/testdata/format_vectors.json', 'utf8')) as Vector[]

test('PRC-06 TRAP_D5 amounts are formatted as on the server', () => {
  expect(vectors.length).toBeGreaterThan(100)
  for (const { major, digits, symbol, symbol_right: symbolRight, format, short } of vectors) {
    const currency = { digits, symbol, symbolRight }
    expect([formatMoney(major, currency), shortMoney(major, currency)], `${major} with ${digits} digits`).toEqual([
      format,
      short,
    ])
  }
})
