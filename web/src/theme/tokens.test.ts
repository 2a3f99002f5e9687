import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..')
const tokens = readFileSync(join(src, 'theme/tokens.css'), 'utf8')
const styles = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))

const sized = /(?<![\w-])((?:font-size|(?:row-|column-)?gap|border(?:-\w+)*-radius): [^;]+);/g
const literal = /(?<![\w.-])(?!0\b)[\d.]+(?:px|rem)\b/

const declarations = styles
  .filter((file) => !file.endsWith('tokens.css'))
  .flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(sized)].map(([, text = '']) => ({ file, text })),
  )

test('text sizes, radii and gaps are tokens', () => {
  expect(declarations.length).toBeGreaterThan(400)
  expect(declarations.filter(({ text }) => literal.test(text))).toEqual([])
})

test('every token for a text size, a radius or a gap exists and is used', () => {
  const named = (text: string) => [...text.matchAll(/--hk-(?:type|radius|space)-\w+/g)].map(([name]) => name)
  const used = new Set(declarations.flatMap(({ text }) => named(text)))
  expect([...used].sort()).toEqual([...new Set(named(tokens))].sort())
})
