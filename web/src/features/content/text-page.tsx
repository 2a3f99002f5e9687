import type { PageOutputBody } from '@/lib/api/types.gen'
import { usePageTitle } from '@/lib/page/page-title'
import c from './text-page.module.css'

type Block = { kind: 'heading' | 'paragraph'; text: string }

/** Splits plain text into blocks: blank lines separate paragraphs, and a leading # marks a heading. */
export function blocksOf(body: string): Block[] {
  return body
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) =>
      text.startsWith('#') ? { kind: 'heading', text: text.replace(/^#+\s*/, '') } : { kind: 'paragraph', text },
    )
}

/** Shows a text page of the town as plain text, never as HTML. */
export function TextPage({ page }: { page: PageOutputBody }) {
  usePageTitle(page.title)
  return (
    <article className={c.page}>
      <h1>
        <bdi>{page.title}</bdi>
      </h1>
      {blocksOf(page.body).map(({ kind, text }, index) => {
        const Block = kind === 'heading' ? 'h2' : 'p'
        return (
          <Block key={index}>
            <bdi>{text}</bdi>
          </Block>
        )
      })}
    </article>
  )
}
