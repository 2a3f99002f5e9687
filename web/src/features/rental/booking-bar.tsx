import { useWindowScroll } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './booking-bar.module.css'

const text = defineMessages({
  label: { id: 'booking.bar', defaultMessage: 'Rent {name}' },
})

const after = 200 // px of scroll

/** Price and button at the bottom of the screen, once the page is scrolled (RNT-05). */
export function FixedBookingBar({ name, children }: { name: string; children: ReactNode }) {
  const { formatMessage: t } = useIntl()
  const [{ y }] = useWindowScroll()
  if (y <= after) return null
  return (
    <section className={c.place} aria-label={t(text.label, { name })} data-booking-bar>
      <div className={c.bar}>{children}</div>
    </section>
  )
}

/** The same row where it is part of something else. */
export const BookingRow = ({ children }: { children: ReactNode }) => <div className={c.row}>{children}</div>
