import { FormattedMessage } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import type { QuoteView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { longDay } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import { problemsAt } from './problems-at'
import c from './dialogs.module.css'

const text = defineMessages({
  title: { id: 'closed.title', defaultMessage: 'It is too late for now' },
  kept: { id: 'closed.kept', defaultMessage: 'Nothing was ordered, and nothing is lost.' },
  next: { id: 'closed.next', defaultMessage: 'The next time is {day}, {from} – {to}.' },
  schedule: { id: 'closed.schedule', defaultMessage: 'Schedule it' },
  back: { id: 'closed.back', defaultMessage: 'Back to the order' },
})

type Props = {
  quote: QuoteView
  opened: boolean
  /** startsAt: RFC 3339, the first available slot. */
  onSchedule: (startsAt: string) => void
  onClose: () => void
}

/** Offers the next slot if an order for now is no longer possible (H5). */
export default function ClosedDialog({ quote, opened, onSchedule, onClose }: Props) {
  const write = useTimes(quote.store.time_zone)
  const slot = quote.slots.find(({ slots }) => slots.length > 0)?.slots[0]
  return (
    <ConfirmDialog
      opened={opened}
      title={<FormattedMessage {...text.title} />}
      confirm={<FormattedMessage {...(slot ? text.schedule : text.back)} />}
      onConfirm={() => (slot ? onSchedule(slot.starts_at) : onClose())}
      onClose={onClose}
    >
      <div className={c.body}>
        <p>
          {problemsAt(quote, 'when').map(({ message }) => `${message} `)}
          <FormattedMessage {...text.kept} />
        </p>
        {slot && (
          <p>
            <FormattedMessage
              {...text.next}
              values={{
                day: write(slot.starts_at, longDay),
                from: <bdi key="from">{slot.from}</bdi>,
                to: <bdi key="to">{slot.to}</bdi>,
              }}
            />
          </p>
        )}
      </div>
    </ConfirmDialog>
  )
}
