import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { Go } from '@/components/go'
import { Money } from '@/components/money'
import { Skeleton } from '@/components/skeleton'
import { defineMessages } from '@/lib/messages'
import { isRefusal } from '@/lib/problems'
import { useClock } from '@/lib/times'
import { orderOptions } from './order-queries'
import { useKnownOrders, type KnownOrder } from './order-tokens'
import { isOver, statusMessage } from './status'
import c from './known-orders.module.css'

const text = defineMessages({
  title: { id: 'known_orders.title', defaultMessage: 'On this device' },
  order: { id: 'known_orders.order', defaultMessage: 'Order {id}' },
  more: { id: 'known_orders.more', defaultMessage: 'Show older orders' },
})

const shownFirst = 5

/** The orders placed here, the newest first: only this device knows a guest's (ORD-01). */
export function KnownOrders() {
  const orders = useKnownOrders()
  const [isAll, setAll] = useState(false)
  if (orders.length === 0) return null
  const shown = isAll ? orders : orders.slice(0, shownFirst)
  return (
    <section aria-labelledby="known-orders">
      <h2 id="known-orders" className={c.title}>
        <FormattedMessage {...text.title} />
      </h2>
      <ul className={c.orders}>
        {shown.map((order) => (
          <Row key={order.id} {...order} />
        ))}
      </ul>
      {shown.length < orders.length && (
        <Button variant="default" h={44} onClick={() => setAll(true)}>
          <FormattedMessage {...text.more} />
        </Button>
      )}
    </section>
  )
}

function Row({ id, token }: KnownOrder) {
  const { formatMessage: t } = useIntl()
  const { data: order, error } = useQuery(orderOptions(id, token))
  // The shop has forgotten it, or was set up anew.
  if (!order && isRefusal(error)) return null
  return (
    <li className={c.order}>
      <div className={c.words}>
        <Go href={`/order/${id}`} className={c.link}>
          <FormattedMessage {...text.order} values={{ id }} />
          {order && ` · ${order.store.name}`}
        </Go>
        {order ? (
          <p className={c.when}>
            <When at={order.created_at} timeZone={order.store.time_zone} /> · <Money value={order.total} />
          </p>
        ) : (
          <Skeleton width="50%" height={14} />
        )}
      </div>
      {order && (
        <Badge tone={isOver(order) ? 'quiet' : 'soft'}>{t(statusMessage(order, order.module.module_type))}</Badge>
      )}
      <IconChevronRight size={20} aria-hidden className="mirrored" />
    </li>
  )
}

const When = ({ at, timeZone }: { at: string; timeZone: string }) => <bdi>{useClock(timeZone)(at)}</bdi>
