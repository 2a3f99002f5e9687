import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { Money } from '@/components/price/money'
import { Reasons } from '@/components/form/reasons'
import type { TripView } from '@/lib/api/types.gen'
import { toast } from '@/lib/page/toast'
import { isRefusal } from '@/lib/requests/problems'
import { defineMessages } from '@/lib/text/messages'
import { tripOptions, useCancelTrip, useTripCancelReasons } from './trip-queries'

const text = defineMessages({
  cancel: { id: 'cancel_trip.cancel', defaultMessage: 'Cancel this trip' },
  confirm: { id: 'cancel_trip.confirm', defaultMessage: 'Cancel trip' },
  keep: { id: 'cancel_trip.keep', defaultMessage: 'Keep trip' },
  title: { id: 'cancel_trip.title', defaultMessage: 'Cancel this trip?' },
  why: { id: 'cancel_trip.why', defaultMessage: 'Why do you cancel?' },
  missing: { id: 'cancel_trip.missing', defaultMessage: 'Please choose a reason' },
  back: { id: 'cancel_trip.back', defaultMessage: 'You get {amount} back of what you have paid.' },
  nothing: { id: 'cancel_trip.nothing', defaultMessage: 'You have paid nothing yet.' },
  onItsWay: {
    id: 'cancel_trip.on_its_way',
    defaultMessage: 'If your payment arrives, you get it back the way it came.',
  },
  done: { id: 'cancel_trip.done', defaultMessage: 'The trip was canceled' },
})

type Props = { trip: TripView; token: string | undefined }

/** The button and dialog for canceling a trip, which says what comes back. */
export function CancelTrip({ trip, token }: Props) {
  const { formatMessage: t } = useIntl()
  const reasons = useTripCancelReasons()
  const cancel = useCancelTrip(trip.id, token)
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState(false)
  // The trip that the question is about. A change meanwhile is shown after the server has refused (C4).
  const [seen, setSeen] = useState(trip)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const { id, cancel_gives_back: back } = seen
  const hasPaid = seen.payment_status === 'paid' || seen.wallet_part > 0
  const isOnItsWay = seen.awaits_payment && (!seen.payment_due_at || seen.payment_methods.length === 0)

  const open = () => {
    setSeen(trip)
    setOpened(true)
  }
  const send = () => {
    setTried(true)
    if (reason === '') return
    // Not in the callbacks of mutate: a canceled trip unmounts this button before they would run.
    cancel
      .mutateAsync({ path: { id }, body: { token, reason, gives_back: back } })
      .then(() => {
        toast(t(text.done))
        setOpened(false)
      })
      // The error is already shown as a toast, and after a refusal the trip was fetched again.
      .catch((error: unknown) => {
        if (isRefusal(error)) setSeen((before) => queryClient.getQueryData(tripOptions(id, token).queryKey) ?? before)
      })
  }
  return (
    <>
      <Button variant="default" h={44} onClick={open} aria-haspopup="dialog">
        <FormattedMessage {...text.cancel} />
      </Button>
      <ConfirmDialog
        opened={opened}
        title={<FormattedMessage {...text.title} />}
        confirm={<FormattedMessage {...text.confirm} />}
        cancel={<FormattedMessage {...text.keep} />}
        danger
        isForm
        busy={cancel.isPending}
        onConfirm={send}
        onClose={() => setOpened(false)}
      >
        {hasPaid && (
          <p>
            <FormattedMessage {...text.back} values={{ amount: <Money key="amount" value={back} /> }} />
          </p>
        )}
        {(isOnItsWay || !hasPaid) && (
          <p>
            <FormattedMessage {...(isOnItsWay ? text.onItsWay : text.nothing)} />
          </p>
        )}
        <Reasons
          list={reasons}
          title={t(text.why)}
          value={reason}
          onChange={setReason}
          problem={isTried && reason === '' ? t(text.missing) : undefined}
        />
      </ConfirmDialog>
    </>
  )
}
