import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { halfOf } from './split-calls.ts'

const exportsOf = (code: string) => [...code.matchAll(/^export const (\w+)/gm)].map(([, name]) => name)

test.each(['sdk.gen.ts', '@tanstack/react-query.gen.ts'])('each export of %s is in one of the halves', (file) => {
  const code = readFileSync(`src/lib/api/${file}`, 'utf8')
  const halves = [halfOf(code, 'first'), halfOf(code, 'later')].map(exportsOf)
  expect(halves.flat().sort()).toEqual(exportsOf(code).sort())
  expect(halves[0]?.length).toBeGreaterThan(20)
  expect(halves[1]?.length).toBeGreaterThan(60)
})
