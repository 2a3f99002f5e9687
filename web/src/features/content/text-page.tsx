import type { PageOutputBody } from '@/lib/api/types.gen'
import { usePageTitle } from '@/lib/page/page-title'
import c from './text-page.module.css'

type Block = { kind: 'heading' | 'paragraph'; text: string }

/** Staff write plain text: blank lines part paragraphs, a leading # makes a heading. */
export function blocksOf(body: string): Block[] {
  return body
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) =>
      text.startsWith('#') ? { kind: 'heading', text: text.replace(/^#+\s*/, '') } : { kind: 'paragraph', text },
    )
}

/** One of the town's own pages, as text and nothing else. */
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
