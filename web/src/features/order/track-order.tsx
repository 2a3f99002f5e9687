import { Button } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { useState } from 'react'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import type { TrackOutputBody } from '@/lib/api/types.gen'
import { useTracking, useTrackOrder, type OrderAndPhone } from './order-queries'
import { Progress } from './progress'
import { Timeline } from './timeline'
import { TrackForm } from './track-form'
import c from './track-order.module.css'

const text = defineMessages({
  title: { id: 'track.title', defaultMessage: 'Track order' },
  lead: { id: 'track.lead', defaultMessage: 'Enter the number of your order and the phone you ordered with.' },
  kicker: { id: 'track.kicker', defaultMessage: 'Order {id}' },
  another: { id: 'track.another', defaultMessage: 'Track another order' },
})

type Found = { asked: OrderAndPhone; answer: TrackOutputBody }

/** The page for following an order by its number and phone (ORD-02). */
export function TrackOrder({ orderId }: { orderId: number | undefined }) {
  const [found, setFound] = useState<Found>()
  return (
    <div className={c.page}>
      {found ? (
        <Tracked key={found.asked.orderId} {...found} onAnother={() => setFound(undefined)} />
      ) : (
        <Ask orderId={orderId} onFound={(asked, answer) => setFound({ asked, answer })} />
      )}
    </div>
  )
}

type AskProps = { orderId: number | undefined; onFound: (asked: OrderAndPhone, answer: TrackOutputBody) => void }

function Ask({ orderId, onFound }: AskProps) {
  const { formatMessage: t } = useIntl()
  usePageTitle(t(text.title))
  return (
    <section className={c.ask}>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      <p className={c.lead}>
        <FormattedMessage {...text.lead} />
      </p>
      <TrackForm orderId={orderId} onFound={onFound} />
    </section>
  )
}

function Tracked({ asked, answer, onAnother }: Found & { onAnother: () => void }) {
  const again = useTrackOrder()
  const { tracking: first, events_token: token } = again.data ?? answer
  const { tracking = first, isLive } = useTracking({
    id: first.order_id,
    token,
    first,
    // The token expires. Number and phone get a new one.
    onRefused: () => again.mutate(asked),
  })
  return (
    <section className={c.tracked}>
      <Progress
        tracking={tracking}
        isLive={isLive}
        kicker={<FormattedMessage {...text.kicker} values={{ id: tracking.order_id }} />}
      />
      <Timeline tracking={tracking} />
      <div>
        <Button variant="default" h={44} onClick={onAnother}>
          <FormattedMessage {...text.another} />
        </Button>
      </div>
    </section>
  )
}
