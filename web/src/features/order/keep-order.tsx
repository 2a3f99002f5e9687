import { useQuery } from '@tanstack/react-query'
import { AddBox, KeepBox } from '@/components/purchase/keep-box'
import type { OrderView } from '@/lib/api/types.gen'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { orderOptions, useAddOrder } from './order-queries'
import { forgetOrder } from './order-tokens'

const text = defineMessages({
  title: { id: 'keep_order.title', defaultMessage: 'Keep this order' },
  why: {
    id: 'keep_order.why',
    defaultMessage: 'Guests have no list of orders. With an account you find it again, on any device.',
  },
  add: { id: 'keep_order.add', defaultMessage: 'Add to my orders' },
  addWhy: {
    id: 'keep_order.add_why',
    defaultMessage: 'You opened it by its link. If you placed it as a guest, add it to your account.',
  },
  added: { id: 'unclaimed.is_mine', defaultMessage: 'Order {id} is now among your orders' },
  refused: {
    id: 'keep_order.refused',
    defaultMessage: 'This order cannot be added: we do not know it as one that you placed as a guest.',
  },
})

type Props = { order: OrderView; token: string }

/** Keeps an order that was opened by its token: in a new account, or in that of the customer (ORD-01). */
export function KeepOrder({ order: { id, address }, token }: Props) {
  const { signedIn } = useScope()
  if (signedIn) return <AddOrder id={id} token={token} />
  return (
    <KeepBox
      title={text.title}
      why={text.why}
      keeping={{
        kind: 'order',
        id,
        token,
        name: address?.contact_person_name ?? '',
        email: address?.contact_person_email ?? '',
        phone: address?.contact_person_number ?? '',
      }}
    />
  )
}

function AddOrder({ id, token }: { id: number; token: string }) {
  const { mutateAsync: claim } = useAddOrder()
  return (
    <AddBox
      texts={{ ...text, why: text.addWhy }}
      id={id}
      own={useQuery(orderOptions(id))}
      claim={() => claim({ path: { id }, headers: { 'X-Order-Token': token }, body: { mine: true } })}
      onAdded={() => forgetOrder(id)}
    />
  )
}
