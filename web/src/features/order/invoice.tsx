import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Fact } from '@/components/layout/fact'
import {
  Invoice as Sheet,
  InvoiceRefunds,
  InvoiceSeller,
  InvoiceSkeleton,
  InvoiceTime,
  endedRefund,
  type InvoiceRefund,
} from '@/components/purchase/invoice'
import c from '@/components/purchase/invoice.module.css'
import { givenRefunds } from '@/components/refund/money-back'
import { QueryView } from '@/components/loading/query-view'
import { useDoorLine } from '@/lib/account/address-line'
import type { AddressBody, OrderLineView, OrderView, ParcelView, RefundView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { hrefTo } from '@/lib/page/href'
import { isPermanent } from '@/lib/requests/problems'
import { useScope } from '@/lib/scope/scope'
import { defineMessages, type Message } from '@/lib/text/messages'
import { orderOptions } from './order-queries'
import { cashMessage } from './payment'
import { statusMessage } from './status'
import { UnknownOrder } from './unknown-order'

const text = defineMessages({
  back: { id: 'invoice.back', defaultMessage: 'Order {id}' },
  ordered: { id: 'invoice.ordered', defaultMessage: 'Ordered' },
  due: { id: 'invoice.due', defaultMessage: 'For' },
  status: { id: 'invoice.status', defaultMessage: 'Status' },
  from: { id: 'invoice.from', defaultMessage: 'From' },
  to: { id: 'invoice.to', defaultMessage: 'Delivery to' },
  pickUp: { id: 'receipt.pick_up', defaultMessage: 'Pick up at' },
  bringTo: { id: 'receipt.bring_to', defaultMessage: 'Bring to' },
  collected: { id: 'invoice.collected', defaultMessage: 'Collected by' },
  item: { id: 'invoice.item', defaultMessage: 'Item' },
  line: { id: 'refund.line', defaultMessage: '{count} × {name}' },
})

type Props = {
  id: number
  /** The tracking token, if this device has it. */
  token: string | undefined
}

/** The invoice of an order, for its customer and for anyone with its token (ORD-01). */
export function Invoice({ id, token }: Props) {
  const { signedIn } = useScope()
  if (token === undefined && !signedIn) return <UnknownOrder id={id} />
  return <Known id={id} token={token} />
}

function Known({ id, token }: Props) {
  const order = useQuery(orderOptions(id, token))
  if (!order.data && isPermanent(order.error)) return <UnknownOrder id={id} reason={order.error} />
  return (
    <QueryView query={order} skeleton={<InvoiceSkeleton />} art={emptyArt('error')}>
      {(known) => <OrderInvoice order={known} />}
    </QueryView>
  )
}

function OrderInvoice({ order }: { order: OrderView }) {
  const { id, tracking } = order
  return (
    <Sheet
      id={id}
      back={{ href: hrefTo('/order/$id', { params: { id: String(id) } }), label: text.back }}
      timeZone={tracking.time_zone}
      facts={<Facts order={order} />}
      item={text.item}
      lines={order.parcel ? [parcelLine(order.parcel)] : order.lines.map(lineOf)}
      rows={order.rows}
      coupon={order.coupon_code}
      payment={order}
      cash={cashMessage(order)}
    >
      <InvoiceRefunds
        timeZone={tracking.time_zone}
        refunds={[
          ...givenRefunds(order).map((refund) => refundOf(order, refund)),
          ...endedRefund(order, order.order_status),
        ]}
      />
    </Sheet>
  )
}

const lineOf = ({ id, name, options, offer, note, quantity, unit_price: each, subtotal: amount }: OrderLineView) => ({
  id,
  name,
  notes: [options, offer, note].filter((one) => one !== ''),
  quantity,
  each,
  amount,
})

/** A parcel has no price of its own: all its price rows are of the whole order. */
const parcelLine = ({ category: name, quantity }: ParcelView) => ({ id: 0, name, quantity })

function Facts({ order }: { order: OrderView }) {
  const { formatMessage: t } = useIntl()
  const timeZone = order.tracking.time_zone
  return (
    <>
      <Fact name={text.ordered}>
        <InvoiceTime at={order.created_at} timeZone={timeZone} />
      </Fact>
      {order.schedule_at && (
        <Fact name={text.due}>
          <InvoiceTime at={order.schedule_at} timeZone={timeZone} />
        </Fact>
      )}
      <Fact name={text.status}>{t(statusMessage(order, order.module.module_type))}</Fact>
      <InvoiceSeller name={text.from} of={order.store} />
      {order.address && (
        <Person name={personName(order)} of={order.address} takeAway={order.order_type === 'take_away'} />
      )}
      {order.receiver && <Person name={text.bringTo} of={order.receiver} />}
    </>
  )
}

const personName = ({ order_type, parcel }: OrderView) =>
  parcel ? text.pickUp : order_type === 'take_away' ? text.collected : text.to

type PersonProps = { name: Message; of: AddressBody; takeAway?: boolean }

/** Somebody whom the order is for. After the account was deleted there is nobody. */
function Person({ name, of: address, takeAway = false }: PersonProps) {
  const doorLine = useDoorLine()
  if (!address.contact_person_name) return null
  const door = takeAway ? '' : doorLine(address)
  return (
    <Fact name={name}>
      <bdi>{address.contact_person_name}</bdi>
      {!takeAway && <bdi className={c.small}>{address.address}</bdi>}
      {door && <span className={c.small}>{door}</span>}
      <bdi className={c.small} dir="ltr">
        {address.contact_person_number}
      </bdi>
    </Fact>
  )
}

const refundOf = (order: OrderView, { id, amount, decided_at: at, lines }: RefundView): InvoiceRefund => ({
  id,
  amount,
  at,
  what: lines.length > 0 ? <RefundedLines order={order} lines={lines} /> : undefined,
})

type RefundedProps = { order: OrderView; lines: OrderView['refunds'][number]['lines'] }

const RefundedLines = ({ order, lines }: RefundedProps) =>
  lines.map(({ line_id, quantity }) => (
    <bdi key={line_id} className={c.block}>
      <FormattedMessage
        {...text.line}
        values={{ count: quantity, name: order.lines.find(({ id }) => id === line_id)?.name }}
      />
    </bdi>
  ))
