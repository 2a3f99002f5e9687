import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { Money } from '@/components/price/money'
import { OptionGroup } from '@/components/form/option-group'
import { OptionRow } from '@/components/form/option-row'
import type { TripView } from '@/lib/api/types.gen'
import { toast } from '@/lib/page/toast'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { usePlanClock } from '@/lib/text/times'
import { useExtendTrip } from './trip-queries'

const text = defineMessages({
  extend: { id: 'extend_trip.extend', defaultMessage: 'Keep it longer' },
  title: { id: 'extend_trip.title', defaultMessage: 'Keep it longer?' },
  until: { id: 'extend_trip.until', defaultMessage: 'Until when?' },
  hours: { id: 'extend_trip.hours', defaultMessage: '{hours, plural, one {# hour} other {# hours}} more' },
  missing: { id: 'extend_trip.missing', defaultMessage: 'Please choose a time' },
  paid: { id: 'extend_trip.paid', defaultMessage: 'You pay for it when you bring it back.' },
  paidByDeposit: {
    id: 'extend_trip.paid_by_deposit',
    defaultMessage: 'It is taken from your deposit. What that does not cover, you pay when you bring it back.',
  },
  free: { id: 'extend_trip.free', defaultMessage: 'It costs nothing more: this time is part of your trip.' },
  noDiscount: {
    id: 'extend_trip.no_discount',
    defaultMessage: 'The trip’s discount does not apply to the extra hours.',
  },
  confirm: { id: 'extend_trip.confirm', defaultMessage: 'Extend trip' },
  done: { id: 'extend_trip.done', defaultMessage: 'Your trip was extended' },
})

type Props = { trip: TripView; token: string | undefined }

/** The button and dialog for keeping the vehicles longer. Without it while somebody else waits for them. */
export function ExtendTrip({ trip, token }: Props) {
  const { formatMessage: t } = useIntl()
  const clock = usePlanClock(trip.provider.time_zone, dayTime)
  const extend = useExtendTrip(trip.id, token)
  const [opened, setOpened] = useState(false)
  const [until, setUntil] = useState('')
  const [isTried, setTried] = useState(false)
  const isDiscounted = trip.lines.some((line) => line.discount > 0)
  const chosen = trip.extensions.find((one) => one.return_at === until)
  if (trip.extensions.length === 0) return null
  // After a late hand-over, hours within the trip's own time are paid already.
  const isFree = (chosen ? [chosen] : trip.extensions).every(({ charge }) => charge === 0)

  const send = () => {
    setTried(true)
    if (!chosen) return
    // Not in the callbacks of mutate: the last extension unmounts this button before they would run.
    extend
      .mutateAsync({ path: { id: trip.id }, body: { token, return_at: chosen.return_at, charge: chosen.charge } })
      .then(() => {
        toast(t(text.done))
        setOpened(false)
        setTried(false)
      })
      .catch(() => {}) // the error is already shown as a toast, and the trip fetched again
  }
  return (
    <>
      <Button variant="default" h={44} onClick={() => setOpened(true)} aria-haspopup="dialog">
        <FormattedMessage {...text.extend} />
      </Button>
      <ConfirmDialog
        opened={opened}
        title={<FormattedMessage {...text.title} />}
        confirm={<FormattedMessage {...text.confirm} />}
        isForm
        busy={extend.isPending}
        onConfirm={send}
        onClose={() => setOpened(false)}
      >
        <OptionGroup title={t(text.until)} problem={isTried && !chosen ? t(text.missing) : undefined}>
          {trip.extensions.map(({ hours, return_at, charge }) => (
            <OptionRow
              key={return_at}
              type="radio"
              name="until"
              label={<bdi>{clock(return_at)}</bdi>}
              detail={<FormattedMessage {...text.hours} values={{ hours }} />}
              amount={<Money value={charge} />}
              checked={until === return_at}
              onChange={(checked) => setUntil(checked ? return_at : '')}
            />
          ))}
        </OptionGroup>
        <p>
          <FormattedMessage {...(isFree ? text.free : trip.deposit > 0 ? text.paidByDeposit : text.paid)} />
          {isDiscounted && !isFree && (
            <>
              {' '}
              <FormattedMessage {...text.noDiscount} />
            </>
          )}
        </p>
      </ConfirmDialog>
    </>
  )
}
