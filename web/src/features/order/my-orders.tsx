import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { PurchaseList } from '@/components/purchase/purchase-list'
import { Tabs } from '@/components/layout/tabs'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import { useLiveOrders } from './live-orders'
import { OrderCard } from './order-card'
import { useOrders, type OrdersState } from './order-queries'
import { Reconnecting } from '@/components/loading/reconnecting'
import { statusMessage } from './status'
import { UnclaimedOrders } from './unclaimed-orders'
import c from '@/components/purchase/purchase-list.module.css'

const text = defineMessages({
  title: { id: 'my_orders.title', defaultMessage: 'My orders' },
  running: { id: 'my_orders.running', defaultMessage: 'Running' },
  past: { id: 'my_orders.past', defaultMessage: 'Past' },
  browse: { id: 'my_orders.browse', defaultMessage: 'Browse shops' },
  moved: { id: 'my_orders.moved', defaultMessage: 'Order {id}: {status}' },
})

const none = {
  running: defineMessages({
    title: { id: 'my_orders.no_running', defaultMessage: 'Nothing is on its way' },
    text: { id: 'my_orders.no_running_text', defaultMessage: 'An order shows here until it is at your door.' },
  }),
  past: defineMessages({
    title: { id: 'my_orders.no_past', defaultMessage: 'No past orders yet' },
    text: { id: 'my_orders.no_past_text', defaultMessage: 'What was delivered or canceled is kept here.' },
  }),
}

type Props = { state: OrdersState; onState: (state: OrdersState) => void }

/** The orders of a customer: the running and the past ones (ORD-01). */
export function MyOrders({ state, onState }: Props) {
  const { formatMessage: t } = useIntl()
  usePageTitle(t(text.title))
  const heading = useRef<HTMLHeadingElement>(null)
  const { isLive, isFollowed, moved } = useLiveOrders(state)
  return (
    <section className={c.orders}>
      <h1 ref={heading} tabIndex={-1} className={c.title}>
        <FormattedMessage {...text.title} />
      </h1>
      <p className="sr" role="status">
        {moved.map((order) => (
          <span key={order.id}>
            {t(text.moved, { id: order.id, status: t(statusMessage(order, order.module_type)) })}{' '}
          </span>
        ))}
      </p>
      <Reconnecting isLive={isLive} />
      <UnclaimedOrders onAnswered={() => heading.current?.focus()} />
      <Tabs
        label={t(text.title)}
        tabs={(['running', 'past'] as const).map((key) => ({ key, name: t(text[key]) }))}
        current={state}
        onChange={onState}
      >
        <OrderList key={state} state={state} isFollowed={isFollowed} />
      </Tabs>
    </section>
  )
}

function OrderList({ state, isFollowed }: { state: OrdersState; isFollowed: boolean }) {
  const list = useOrders(state, isFollowed)
  return (
    <PurchaseList list={list} of={(page) => page.orders} empty={{ ...none[state], browse: text.browse, href: '/home' }}>
      {(order) => <OrderCard order={order} />}
    </PurchaseList>
  )
}
