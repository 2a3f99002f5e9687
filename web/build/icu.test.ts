import { parse } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'
import samples from '../../internal/icu/testdata/messages.json'

test('I18N-01 D31 the parser reads messages as the server does', () => {
  expect(samples.length).toBeGreaterThan(30)
  for (const { text, parsed } of samples) expect({ text, parsed: parse(text) }).toEqual({ text, parsed })
})
