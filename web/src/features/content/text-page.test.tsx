import { expect, test } from 'vitest'
import { blocksOf } from './text-page'

test('the operator’s text becomes headings and paragraphs, and nothing else', () => {
  expect(blocksOf('Hello\nthere\n\n# How it began\n\n\n <b>not bold</b> \n')).toEqual([
    { kind: 'paragraph', text: 'Hello\nthere' },
    { kind: 'heading', text: 'How it began' },
    { kind: 'paragraph', text: '<b>not bold</b>' },
  ])
  expect(blocksOf('')).toEqual([])
})
