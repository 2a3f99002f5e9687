import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChevronLeft, IconPrinter } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { Money } from '@/components/money'
import { methodMessage, paymentMessage } from '@/components/payment-words'
import { PriceRows } from '@/components/price-rows'
import { QueryView } from '@/components/query-view'
import { Skeleton } from '@/components/skeleton'
import { useDoorLine } from '@/lib/account/address-line'
import type { OrderView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { hrefTo } from '@/lib/page/href'
import { usePageTitle } from '@/lib/page/page-title'
import { isRefusal } from '@/lib/requests/problems'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { defineMessages, type Message } from '@/lib/text/messages'
import { dateTime } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import { orderOptions } from './order-queries'
import { cashMessage } from './payment'
import { statusMessage } from './status'
import { UnknownOrder } from './unknown-order'
import c from './invoice.module.css'

const text = defineMessages({
  title: { id: 'invoice.title', defaultMessage: 'Invoice {id}' },
  print: { id: 'invoice.print', defaultMessage: 'Print' },
  back: { id: 'invoice.back', defaultMessage: 'Order {id}' },
  ordered: { id: 'invoice.ordered', defaultMessage: 'Ordered' },
  due: { id: 'invoice.due', defaultMessage: 'For' },
  status: { id: 'invoice.status', defaultMessage: 'Status' },
  zone: { id: 'invoice.zone', defaultMessage: 'All times are of {zone}.' },
  from: { id: 'invoice.from', defaultMessage: 'From' },
  to: { id: 'invoice.to', defaultMessage: 'Delivered to' },
  collected: { id: 'invoice.collected', defaultMessage: 'Collected by' },
  item: { id: 'invoice.item', defaultMessage: 'Item' },
  units: { id: 'invoice.units', defaultMessage: 'Units' },
  each: { id: 'invoice.each', defaultMessage: 'Each' },
  amount: { id: 'invoice.amount', defaultMessage: 'Amount' },
  coupon: { id: 'invoice.coupon', defaultMessage: 'Coupon {code}' },
  payments: { id: 'invoice.payments', defaultMessage: 'Payments' },
  unpaid: { id: 'invoice.unpaid', defaultMessage: 'Nothing was paid yet.' },
  refunds: { id: 'invoice.refunds', defaultMessage: 'Refunds' },
  refund: { id: 'invoice.refund', defaultMessage: 'Refund' },
})

type Props = {
  id: number
  /** The tracking token, if this device has it. */
  token: string | undefined
}

/** The invoice of an order, made to be printed, for its customer and for anyone with its token (ORD-01). */
export function Invoice({ id, token }: Props) {
  const { signedIn } = useScope()
  if (token === undefined && !signedIn) return <UnknownOrder id={id} />
  return <Known id={id} token={token} />
}

function Known({ id, token }: Props) {
  const order = useQuery(orderOptions(id, token))
  if (!order.data && isRefusal(order.error)) return <UnknownOrder id={id} reason={order.error} />
  return (
    <QueryView query={order} skeleton={<InvoiceSkeleton />} art={emptyArt('error')}>
      {(known) => <Sheet order={known} />}
    </QueryView>
  )
}

function Sheet({ order }: { order: OrderView }) {
  const { id, store, tracking } = order
  const { formatMessage: t } = useIntl()
  const shop = useShop()
  const time = useTimes(tracking.time_zone)
  usePageTitle(t(text.title, { id }))
  return (
    <div className={c.page}>
      <div className={c.bar}>
        <AppLink href={hrefTo('/order/$id', { params: { id: String(id) } })} className={c.back}>
          <IconChevronLeft size={18} aria-hidden className="mirrored" />
          <FormattedMessage {...text.back} values={{ id }} />
        </AppLink>
        <Button size="md" leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
          <FormattedMessage {...text.print} />
        </Button>
      </div>
      <article className={c.sheet}>
        <header className={c.head}>
          <div>
            <h1 className={c.title}>
              <FormattedMessage {...text.title} values={{ id: <bdi key="id">{id}</bdi> }} />
            </h1>
            <p className={c.quiet}>
              <FormattedMessage {...text.zone} values={{ zone: <bdi key="zone">{tracking.time_zone}</bdi> }} />
            </p>
          </div>
          <address className={c.shop}>
            <b>
              <bdi>{shop.business_name}</bdi>
            </b>
            <bdi>{shop.address}</bdi>
            <bdi dir="ltr">{shop.phone}</bdi>
            <bdi dir="ltr">{shop.email}</bdi>
          </address>
        </header>
        <dl className={c.facts}>
          <Fact name={text.ordered}>
            <time dateTime={order.created_at}>{time(order.created_at, dateTime)}</time>
          </Fact>
          {order.schedule_at && (
            <Fact name={text.due}>
              <time dateTime={order.schedule_at}>{time(order.schedule_at, dateTime)}</time>
            </Fact>
          )}
          <Fact name={text.status}>{t(statusMessage(order, order.module.module_type))}</Fact>
          <Fact name={text.from}>
            <bdi>{store.name}</bdi>
            <bdi className={c.small}>{store.address}</bdi>
            <bdi className={c.small} dir="ltr">
              {store.phone}
            </bdi>
          </Fact>
          <Person order={order} />
        </dl>
        <Lines order={order} />
        <div className={c.sums}>
          <div>
            <PriceRows rows={order.rows} />
            {order.coupon_code && (
              <p className={c.small}>
                <FormattedMessage
                  {...text.coupon}
                  values={{
                    code: (
                      <bdi key="code" dir="ltr">
                        {order.coupon_code}
                      </bdi>
                    ),
                  }}
                />
              </p>
            )}
          </div>
          <div className={c.money}>
            <Payments order={order} />
            <Refunds order={order} />
          </div>
        </div>
      </article>
    </div>
  )
}

/** Whom the order is for. After the account was deleted there is nobody. */
function Person({ order: { address, order_type } }: { order: OrderView }) {
  const doorLine = useDoorLine()
  if (!address?.contact_person_name) return null
  const takeAway = order_type === 'take_away'
  const door = takeAway ? '' : doorLine(address)
  return (
    <Fact name={takeAway ? text.collected : text.to}>
      <bdi>{address.contact_person_name}</bdi>
      {!takeAway && <bdi className={c.small}>{address.address}</bdi>}
      {door && <span className={c.small}>{door}</span>}
      <bdi className={c.small} dir="ltr">
        {address.contact_person_number}
      </bdi>
    </Fact>
  )
}

function Lines({ order }: { order: OrderView }) {
  return (
    <table className={c.lines}>
      <thead>
        <tr>
          <Head name={text.item} />
          <Head name={text.units} number />
          <Head name={text.each} number />
          <Head name={text.amount} number />
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.id}>
            <td>
              <bdi>{line.name}</bdi>
              {line.options && <bdi className={c.small}>{line.options}</bdi>}
              {line.offer && <bdi className={c.small}>{line.offer}</bdi>}
              {line.note && <bdi className={c.small}>{line.note}</bdi>}
            </td>
            <td data-number>{line.quantity}</td>
            <td data-number>
              <Money value={line.unit_price} />
            </td>
            <td data-number>
              <Money value={line.subtotal} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Head = ({ name, number }: { name: Message; number?: boolean }) => (
  <th scope="col" data-number={number || undefined}>
    <FormattedMessage {...name} />
  </th>
)

function Payments({ order }: { order: OrderView }) {
  const { formatMessage: t } = useIntl()
  const time = useTimes(order.tracking.time_zone)
  return (
    <section>
      <h2 className={c.heading}>
        <FormattedMessage {...text.payments} />
      </h2>
      {order.payments.length === 0 && (
        <p>
          <bdi>{t(...paymentMessage(order, cashMessage(order)))}</bdi>. <FormattedMessage {...text.unpaid} />
        </p>
      )}
      {order.payments.map((payment, at) => (
        <p key={at} className={c.entry}>
          <span>
            <bdi>{t(...methodMessage(payment, cashMessage(order)))}</bdi>
            {payment.paid_at && (
              <time className={c.small} dateTime={payment.paid_at}>
                {time(payment.paid_at, dateTime)}
              </time>
            )}
          </span>
          <Money value={payment.amount} />
        </p>
      ))}
    </section>
  )
}

function Refunds({ order }: { order: OrderView }) {
  const time = useTimes(order.tracking.time_zone)
  const given = order.refunds.filter(({ refund_status }) => refund_status === 'approved')
  if (given.length === 0) return null
  return (
    <section>
      <h2 className={c.heading}>
        <FormattedMessage {...text.refunds} />
      </h2>
      {given.map((refund) => (
        <p key={refund.id} className={c.entry}>
          <span>
            {refund.lines.length > 0 ? (
              <RefundedLines order={order} lines={refund.lines} />
            ) : (
              <FormattedMessage {...text.refund} />
            )}
            {refund.decided_at && (
              <time className={c.small} dateTime={refund.decided_at}>
                {time(refund.decided_at, dateTime)}
              </time>
            )}
          </span>
          <Money value={-refund.amount} />
        </p>
      ))}
    </section>
  )
}

type RefundedProps = { order: OrderView; lines: OrderView['refunds'][number]['lines'] }

const RefundedLines = ({ order, lines }: RefundedProps) =>
  lines.map(({ line_id, quantity }) => (
    <bdi key={line_id} className={c.block}>
      {quantity} × {order.lines.find(({ id }) => id === line_id)?.name}
    </bdi>
  ))

function Fact({ name, children }: { name: Message; children: React.ReactNode }) {
  return (
    <div>
      <dt>
        <FormattedMessage {...name} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The skeleton of an invoice. */
export function InvoiceSkeleton() {
  return (
    <div className={c.page} aria-hidden>
      <Skeleton height={520} radius={20} />
    </div>
  )
}
