import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import type { Href } from '@/lib/page/href'
import { AppLink } from '@/components/app-link'
import c from './see-all.module.css'

const text = defineMessages({
  all: { id: 'see_all.all', defaultMessage: 'See all' },
})

/** The link from a section to the whole list. `of` is for screen readers. */
export function SeeAll({ href, of }: { href: Href; of: string }) {
  return (
    <AppLink href={href} className={c.link}>
      <FormattedMessage {...text.all} />
      <span className="sr">{`: ${of}`}</span>
    </AppLink>
  )
}
