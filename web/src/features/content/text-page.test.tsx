import { expect, test } from 'vitest'
import { blocksOf } from './text-page'

test('a page’s text is split into headings and paragraphs, without HTML', () => {
  expect(blocksOf('Hello\nthere\n\n# How it began\n\n\n <b>not bold</b> \n')).toEqual([
    { kind: 'paragraph', text: 'Hello\nthere' },
    { kind: 'heading', text: 'How it began' },
    { kind: 'paragraph', text: '<b>not bold</b>' },
  ])
  expect(blocksOf('')).toEqual([])
})
