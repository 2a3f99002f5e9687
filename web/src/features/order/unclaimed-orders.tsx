import { useIntl } from 'react-intl'
import { UnclaimedBox } from '@/components/purchase/unclaimed-box'
import { toast } from '@/lib/page/toast'
import { defineMessages } from '@/lib/text/messages'
import { useClaimOrder, useUnclaimedOrders } from './order-queries'
import { statusMessage } from './status'

const text = defineMessages({
  title: {
    id: 'unclaimed.title',
    defaultMessage: '{count, plural, one {Is this order yours?} other {Are these orders yours?}}',
  },
  why: {
    id: 'unclaimed.why',
    defaultMessage: 'Somebody who was not signed in ordered with your phone number or email address.',
  },
  order: { id: 'unclaimed.order', defaultMessage: 'Order {id}' },
  isMine: { id: 'unclaimed.is_mine', defaultMessage: 'Order {id} is now among your orders' },
  isNotMine: { id: 'unclaimed.is_not_mine', defaultMessage: 'You will not be asked about order {id} again' },
})

type Props = {
  /** Called before the buttons disappear, so that the focus can be moved. */
  onAnswered: () => void
}

/** Asks about orders that may be the customer's (P4). */
export function UnclaimedOrders({ onAnswered }: Props) {
  const { formatMessage: t } = useIntl()
  const orders = useUnclaimedOrders()
  const claim = useClaimOrder((id, mine) => {
    toast(t(mine ? text.isMine : text.isNotMine, { id }))
    onAnswered()
  })
  return (
    <UnclaimedBox
      title={text.title}
      why={text.why}
      name={text.order}
      items={orders.map((order) => ({
        id: order.id,
        seller: order.store_name,
        status: t(statusMessage(order)),
        total: order.total,
        createdAt: order.created_at,
        timeZone: order.time_zone,
      }))}
      onAnswer={(id, mine) => claim.mutateAsync({ path: { id }, body: { mine } })}
    />
  )
}
