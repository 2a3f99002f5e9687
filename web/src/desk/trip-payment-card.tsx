import { Button } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import type { StaffMemberView, StaffTripView } from '@/lib/api/types.gen'
import { isRefusal } from '@/lib/requests/problems'
import { useTripPayment } from './desk-orders'
import { PayBackForm } from './pay-back-form'
import { ReasonForm } from './reason-form'
import { answerPayment, canAnswerAgain, notReceived, paidBack, payBack, received } from './steps'
import { TripCard } from './trip-card'
import c from './order-card.module.css'

type Props = { member: StaffMemberView; trip: StaffTripView }

/** A trip whose payment outside of the shop needs an admin: it is to be found, or money is to be paid back (CHK-03). */
export const TripPaymentCard = ({ member, trip }: Props) => (
  <TripCard member={member} trip={trip} steps={<Steps member={member} trip={trip} />} />
)

/** What an admin can say about the payment. */
function Steps({ member, trip }: Props) {
  const { formatMessage: t } = useIntl()
  // With the trip as it was when the question opened: the answer is about that one.
  const [asked, setAsked] = useState<{ about: 'refuse' | 'pay_back'; trip: StaffTripView }>()
  const close = () => setAsked(undefined)
  const make = useTripPayment(member)
  // A toast says why it has failed. The form stays open, unless the payment has changed since it was opened.
  const onError = (error: unknown) => isRefusal(error) && !canAnswerAgain(error) && close()
  const run = (call: () => Promise<unknown>) => make.mutate({ run: call }, { onSuccess: close, onError })
  if (asked?.about === 'pay_back' && trip.to_pay_back) {
    return (
      <PayBackForm
        label={paidBack.label}
        of={trip}
        busy={make.isPending}
        onAnswer={(answer) => run(() => payBack(trip.id, answer))}
        onClose={close}
      />
    )
  }
  if (asked?.about === 'refuse') {
    return (
      <ReasonForm
        step={notReceived}
        busy={make.isPending}
        onAnswer={({ reason }) => run(() => answerPayment(asked.trip, false, reason))}
        onClose={close}
      />
    )
  }
  if (trip.offline_payment?.status === 'sent') {
    return (
      <footer className={c.steps}>
        <BusyButton size="lg" fullWidth busy={make.isPending} onClick={() => run(() => answerPayment(trip, true))}>
          {t(received.label)}
        </BusyButton>
        <Button
          variant="default"
          fullWidth
          disabled={make.isPending}
          onClick={() => setAsked({ about: 'refuse', trip })}
        >
          {t(notReceived.label)}
        </Button>
      </footer>
    )
  }
  if (!trip.to_pay_back) return null
  return (
    <footer className={c.steps}>
      <Button size="lg" fullWidth onClick={() => setAsked({ about: 'pay_back', trip })}>
        {t(paidBack.label)}
      </Button>
    </footer>
  )
}
