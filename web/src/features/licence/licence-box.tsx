import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { lazyOverlay } from '@/components/loading/lazy'
import type { TripLicenceView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'
import c from './licence.module.css'

const LicenceDialog = lazyOverlay(() => import('./licence-dialog'))

const states = defineMessages({
  missing: {
    id: 'licence_box.missing',
    defaultMessage: 'This trip needs your driver’s licence. You are asked for it only once.',
  },
  expired: {
    id: 'licence_box.expired',
    defaultMessage: 'Your driver’s licence expires before you bring the vehicle back. Please add a valid one.',
  },
  refused: {
    id: 'licence_box.refused',
    defaultMessage: 'The provider has refused your driver’s licence. Please add another one.',
  },
  waiting: {
    id: 'licence_box.waiting',
    defaultMessage: 'The provider checks your driver’s licence before you get the vehicle.',
  },
  approved: { id: 'licence_box.approved', defaultMessage: 'The provider has approved your driver’s licence.' },
})

const text = defineMessages({
  reason: { id: 'licence_box.reason', defaultMessage: 'Reason: {reason}' },
  bring: { id: 'licence_box.bring', defaultMessage: 'Bring the licence with you to the pickup.' },
  add: { id: 'licence_box.add', defaultMessage: 'Add driver’s licence' },
  change: { id: 'licence_box.change', defaultMessage: 'Change driver’s licence' },
})

type Props = {
  state: TripLicenceView
  /** This device cannot change it, because it only has the link of the trip; or the vehicle is out. */
  isFixed?: boolean
}

/** What the licence of the shopper is worth for a trip, and a button to give one (RNT-11). */
export default function LicenceBox({ state: { status, reason }, isFixed }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isUsable = status === 'waiting' || status === 'approved'
  const words: Message = states[status]
  return (
    <div className={c.box}>
      {/* Focusable, so that the checkout's button leads to it. */}
      <div role="status" className={c.words} tabIndex={-1} data-problems={isUsable ? undefined : ''}>
        <p data-tone={isUsable ? undefined : 'problem'}>
          <FormattedMessage {...words} />
        </p>
        {reason && (
          <p className={c.quiet}>
            <FormattedMessage {...text.reason} values={{ reason: <bdi key="reason">{reason}</bdi> }} />
          </p>
        )}
        {isUsable && (
          <p className={c.quiet}>
            <FormattedMessage {...text.bring} />
          </p>
        )}
      </div>
      {!isFixed && (
        <>
          <Button
            variant={isUsable ? 'default' : 'filled'}
            mih={44}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <FormattedMessage {...(status === 'missing' ? text.add : text.change)} />
          </Button>
          <LicenceDialog opened={isOpen} onClose={() => setOpen(false)} />
        </>
      )}
    </div>
  )
}
