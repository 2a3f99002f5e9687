import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { SectionHead } from '@/components/section-head'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  title: { id: 'landing.areas', defaultMessage: 'Where we deliver' },
})

/** The section with the map of the zones. */
export function Areas({ children }: { children: ReactNode }) {
  return (
    <section>
      <SectionHead title={<FormattedMessage {...text.title} />} />
      {children}
    </section>
  )
}
