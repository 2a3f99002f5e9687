import { FormattedMessage } from 'react-intl'
import { Picture } from '@/components/picture'
import { SectionHead } from '@/components/layout/section-head'
import type { LandingHighlight } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import c from './highlights.module.css'

const text = defineMessages({
  title: { id: 'landing.highlights', defaultMessage: 'Why people order here' },
})

/** The shop's highlights (API-09). */
export function Highlights({ highlights }: { highlights: readonly LandingHighlight[] }) {
  if (highlights.length === 0) return null
  return (
    <section>
      <SectionHead title={<FormattedMessage {...text.title} />} />
      <ul className={c.grid}>
        {highlights.map(({ title, text: words, image_full_url }) => (
          <li key={title} className={c.card}>
            {image_full_url && (
              <span className={c.art}>
                <Picture src={image_full_url} alt="" width={96} height={96} sizes="96px" fit="contain" />
              </span>
            )}
            <div>
              <h3 className={c.title}>
                <bdi>{title}</bdi>
              </h3>
              <p className={c.text}>
                <bdi>{words}</bdi>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
