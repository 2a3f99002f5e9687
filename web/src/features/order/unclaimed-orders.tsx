import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/busy-button'
import { Money } from '@/components/money'
import type { UnclaimedView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock } from '@/lib/text/times'
import { toast } from '@/lib/page/toast'
import { useClaimOrder, useUnclaimedOrders } from './order-queries'
import { statusMessage } from './status'
import c from './unclaimed-orders.module.css'

const text = defineMessages({
  title: {
    id: 'unclaimed.title',
    defaultMessage: '{count, plural, one {Is this order yours?} other {Are these orders yours?}}',
  },
  why: {
    id: 'unclaimed.why',
    defaultMessage: 'Somebody who was not signed in ordered with your phone number or e-mail address.',
  },
  order: { id: 'unclaimed.order', defaultMessage: 'Order {id}' },
  mine: { id: 'unclaimed.mine', defaultMessage: 'Mine' },
  notMine: { id: 'unclaimed.not_mine', defaultMessage: 'Not mine' },
  isMine: { id: 'unclaimed.is_mine', defaultMessage: 'Order {id} is now among your orders' },
  isNotMine: { id: 'unclaimed.is_not_mine', defaultMessage: 'You will not be asked about order {id} again' },
})

/** Asks about orders that may be the customer's. Until the answer they are not in the list (P4). */
export function UnclaimedOrders({ onAnswered }: { onAnswered: () => void }) {
  const orders = useUnclaimedOrders()
  if (orders.length === 0) return null
  return (
    <section className={c.box} aria-labelledby="unclaimed-title">
      <h2 id="unclaimed-title" className={c.title}>
        <FormattedMessage {...text.title} values={{ count: orders.length }} />
      </h2>
      <p className={c.why}>
        <FormattedMessage {...text.why} />
      </p>
      <ul className={c.list}>
        {orders.map((order) => (
          <li key={order.id}>
            <Question order={order} onAnswered={onAnswered} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = {
  order: UnclaimedView
  /** Called before the buttons disappear, so that the focus can be moved. */
  onAnswered: () => void
}

function Question({ order, onAnswered }: Props) {
  const { formatMessage: t } = useIntl()
  const clock = useClock(order.time_zone, dayTime)
  const claim = useClaimOrder((mine) => {
    toast(t(mine ? text.isMine : text.isNotMine, { id: order.id }))
    onAnswered()
  })
  const id = `unclaimed-${order.id}`
  const answered = claim.isPending ? claim.variables.body.mine : undefined
  const answer = (mine: boolean) => claim.mutate({ path: { id: order.id }, body: { mine } })
  return (
    <div role="group" aria-labelledby={id} className={c.order}>
      <p className={c.facts}>
        <b id={id}>
          <bdi>{order.store_name}</bdi> ·{' '}
          <FormattedMessage {...text.order} values={{ id: <bdi key="id">{order.id}</bdi> }} />
        </b>
        <span className={c.quiet}>
          <time dateTime={order.created_at}>
            <bdi>{clock(order.created_at)}</bdi>
          </time>
          {' · '}
          {t(statusMessage(order))}
          {' · '}
          <Money value={order.total} />
        </span>
      </p>
      <div className={c.answers}>
        {[true, false].map((mine) => (
          <BusyButton
            key={String(mine)}
            size="sm"
            // Both buttons look the same, because no answer is preferred.
            variant="default"
            onClick={() => answer(mine)}
            busy={answered === mine}
            disabled={claim.isPending}
            aria-describedby={id}
          >
            <FormattedMessage {...(mine ? text.mine : text.notMine)} />
          </BusyButton>
        ))}
      </div>
    </div>
  )
}
