import { Button } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEffect, useState, type ReactNode } from 'react'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import { isPermanent } from '@/lib/requests/problems'
import { useShop } from '@/lib/scope/shop'
import type { TrackedOrderView, TrackedPurchaseView, TrackedTripView } from '@/lib/api/types.gen'
import { pollInterval, useTracking, useTrackPurchase, type NumberAndPhone } from './order-queries'
import { Progress } from './progress'
import { Timeline } from './timeline'
import { TrackForm } from './track-form'
import c from './track-order.module.css'

const text = defineMessages({
  title: { id: 'track.title', defaultMessage: 'Track order' },
  lead: { id: 'track.lead', defaultMessage: 'Enter the number of your order and the phone you ordered with.' },
  leadOfBoth: {
    id: 'track.lead_of_both',
    defaultMessage: 'Enter the number of your order or trip and the phone you gave for it.',
  },
  kicker: { id: 'track.kicker', defaultMessage: 'Order {id}' },
  another: { id: 'track.another', defaultMessage: 'Track another number' },
})

type Found = { asked: NumberAndPhone; answer: TrackedPurchaseView }

type Props = {
  /** The number from the URL. */
  orderId: number | undefined
  /** Renders a trip, which is another feature. */
  trip: (found: TrackedTripView, phone: string) => ReactNode
}

/** The page for following an order or a trip by its number and phone (ORD-02, D29). */
export function TrackOrder({ orderId, trip }: Props) {
  const [found, setFound] = useState<Found>()
  return (
    <div className={c.page}>
      {found ? (
        <section key={found.asked.id} className={c.tracked}>
          {found.answer.order && <TrackedOrder asked={found.asked} answer={found.answer.order} />}
          {found.answer.trip && trip(found.answer.trip, found.asked.phone)}
          <div>
            <Button variant="default" h={44} onClick={() => setFound(undefined)}>
              <FormattedMessage {...text.another} />
            </Button>
          </div>
        </section>
      ) : (
        <Ask orderId={orderId} onFound={(asked, answer) => setFound({ asked, answer })} />
      )}
    </div>
  )
}

type AskProps = { orderId: number | undefined; onFound: (asked: NumberAndPhone, answer: TrackedPurchaseView) => void }

function Ask({ orderId, onFound }: AskProps) {
  const { formatMessage: t } = useIntl()
  const hasTrips = useShop().rental_status === 1
  usePageTitle(t(text.title))
  return (
    <section className={c.ask}>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      <p className={c.lead}>
        <FormattedMessage {...(hasTrips ? text.leadOfBoth : text.lead)} />
      </p>
      <TrackForm orderId={orderId} onFound={onFound} />
    </section>
  )
}

/** Fetches a purchase again by its number and phone, until there is a response. */
function useTrackAgain(asked: NumberAndPhone) {
  const { data, error, mutate } = useTrackPurchase()
  const mayRetry = error !== null && !isPermanent(error)
  // Each failure is another error, so the next try is planned after each.
  useEffect(() => {
    if (!mayRetry) return
    const timer = setTimeout(() => mutate(asked), pollInterval)
    return () => clearTimeout(timer)
  }, [mayRetry, error, mutate, asked])
  return { data, fetch: () => mutate(asked) }
}

function TrackedOrder({ asked, answer }: { asked: NumberAndPhone; answer: TrackedOrderView }) {
  const again = useTrackAgain(asked)
  const { tracking: first, events_token: token } = again.data?.order ?? answer
  const { tracking = first, isLive } = useTracking({
    id: first.order_id,
    token,
    first,
    // The token expires. Number and phone get a new one.
    onRefused: again.fetch,
  })
  return (
    <>
      <Progress
        tracking={tracking}
        isLive={isLive}
        kicker={<FormattedMessage {...text.kicker} values={{ id: tracking.order_id }} />}
      />
      <Timeline tracking={tracking} />
    </>
  )
}
