import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { SectionHead } from '@/components/layout/section-head'
import { defineMessages } from '@/lib/text/messages'
import { useIsRental } from '@/lib/scope/shop'

const text = defineMessages({
  title: { id: 'landing.areas', defaultMessage: 'Where we deliver' },
  titleRental: { id: 'landing.areas_rental', defaultMessage: 'Where pickup is possible' },
})

/** The section with the map of the zones. */
export function Areas({ children }: { children: ReactNode }) {
  const isRental = useIsRental()
  return (
    <section>
      <SectionHead title={<FormattedMessage {...(isRental ? text.titleRental : text.title)} />} />
      {children}
    </section>
  )
}
