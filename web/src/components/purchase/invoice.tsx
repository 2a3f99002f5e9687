import { Button } from '@mantine/core'
import { IconChevronLeft, IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MoveView, PriceRow } from '@/lib/api/types.gen'
import type { Href } from '@/lib/page/href'
import { usePageTitle } from '@/lib/page/page-title'
import { useShop } from '@/lib/scope/shop'
import { defineMessages, type Message } from '@/lib/text/messages'
import { dateTime } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import { AppLink } from '@/components/app-link'
import { Fact } from '@/components/layout/fact'
import { Money } from '@/components/price/money'
import { methodMessage, paymentMessage, type PurchasePayment } from '@/components/payment/payment-words'
import { PriceRows } from '@/components/price/price-rows'
import { Skeleton } from '@/components/loading/skeleton'
import c from './invoice.module.css'

const text = defineMessages({
  title: { id: 'invoice.title', defaultMessage: 'Invoice {id}' },
  print: { id: 'invoice.print', defaultMessage: 'Print' },
  zone: { id: 'invoice.zone', defaultMessage: 'All times are in the time zone {zone}.' },
  units: { id: 'invoice.units', defaultMessage: 'Units' },
  each: { id: 'invoice.each', defaultMessage: 'Each' },
  amount: { id: 'invoice.amount', defaultMessage: 'Amount' },
  coupon: { id: 'invoice.coupon', defaultMessage: 'Coupon {code}' },
  payments: { id: 'invoice.payments', defaultMessage: 'Payments' },
  refunds: { id: 'invoice.refunds', defaultMessage: 'Refunds' },
  refund: { id: 'invoice.refund', defaultMessage: 'Refund' },
  canceled: { id: 'invoice.canceled', defaultMessage: 'Cancellation' },
  unpaid: { id: 'invoice.unpaid', defaultMessage: 'Nothing was paid yet.' },
})

/** One line of an invoice. Amounts are before discount and coupon, which are price rows. */
type InvoiceLine = {
  id: number
  name: string
  /** Below the name. */
  notes?: readonly string[]
  quantity: number
  /** A parcel has no price of its own, nor an amount. */
  each?: number
  amount?: number
}

type Props = {
  id: number
  /** The page of the order or the trip. */
  back: { href: Href; label: Message }
  /** IANA name. */
  timeZone: string
  /** Each is a Fact. */
  facts: ReactNode
  /** What is sold, as the heading of its column. */
  item: Message
  lines: readonly InvoiceLine[]
  rows: PriceRow[]
  /** Empty: none. */
  coupon: string
  payment: PurchasePayment
  /** What cash is called here. */
  cash: Message
  /** Below the payments. */
  children?: ReactNode
}

/** An invoice, made to be printed: who sold what to whom, for how much, and what was paid (ORD-01). */
export function Invoice({ id, back, timeZone, facts, item, lines, rows, coupon, payment, cash, children }: Props) {
  const { formatMessage: t } = useIntl()
  const shop = useShop()
  usePageTitle(t(text.title, { id }))
  return (
    <div className={c.page}>
      <div className={c.bar}>
        <AppLink href={back.href} className={c.back}>
          <IconChevronLeft size={18} aria-hidden className="mirrored" />
          <FormattedMessage {...back.label} values={{ id }} />
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
              <FormattedMessage {...text.zone} values={{ zone: <bdi key="zone">{timeZone}</bdi> }} />
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
        <dl className={c.facts}>{facts}</dl>
        <Lines item={item} lines={lines} />
        <div className={c.sums}>
          <div>
            <PriceRows rows={rows} />
            {coupon && (
              <p className={c.small}>
                <FormattedMessage
                  {...text.coupon}
                  values={{
                    code: (
                      <bdi key="code" dir="ltr">
                        {coupon}
                      </bdi>
                    ),
                  }}
                />
              </p>
            )}
          </div>
          <div className={c.money}>
            <Payments of={payment} cash={cash} timeZone={timeZone} />
            {children}
          </div>
        </div>
      </article>
    </div>
  )
}

function Lines({ item, lines }: Pick<Props, 'item' | 'lines'>) {
  return (
    <table className={c.lines}>
      <thead>
        <tr>
          <Head name={item} />
          <Head name={text.units} number />
          <Head name={text.each} number />
          <Head name={text.amount} number />
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              <bdi>{line.name}</bdi>
              {line.notes?.map((note) => (
                <bdi key={note} className={c.small}>
                  {note}
                </bdi>
              ))}
            </td>
            <td data-number>{line.quantity}</td>
            <td data-number>{line.each !== undefined && <Money value={line.each} />}</td>
            <td data-number>{line.amount !== undefined && <Money value={line.amount} />}</td>
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

function Payments({ of, cash, timeZone }: { of: PurchasePayment; cash: Message; timeZone: string }) {
  const { formatMessage: t } = useIntl()
  return (
    <section>
      <h2 className={c.heading}>
        <FormattedMessage {...text.payments} />
      </h2>
      {of.payments.length === 0 && (
        <p>
          <bdi>{t(...paymentMessage(of, cash))}</bdi>. <FormattedMessage {...text.unpaid} />
        </p>
      )}
      {of.payments.map((payment, at) => (
        <InvoiceEntry key={at} amount={payment.amount} at={payment.paid_at} timeZone={timeZone}>
          <bdi>{t(...methodMessage(payment, cash))}</bdi>
        </InvoiceEntry>
      ))}
    </section>
  )
}

/** Money that was given back. */
export type InvoiceRefund = {
  id: number | string
  amount: number
  at: string | undefined
  /** What it was for. Default: a refund. */
  what?: ReactNode
}

/** What an order or a trip with this status gave back because it did not take place. */
export function endedRefund(
  { refunded, timeline }: { refunded: number; timeline: MoveView[] },
  status: string,
): InvoiceRefund[] {
  const isCanceled = status === 'canceled'
  if ((!isCanceled && status !== 'failed') || refunded <= 0) return []
  const at = timeline.find((move) => move.status === status)?.at
  return [{ id: 'ended', amount: refunded, at, what: isCanceled && <FormattedMessage {...text.canceled} /> }]
}

/** What was given back. Nothing is rendered without any. */
export function InvoiceRefunds({ refunds, timeZone }: { refunds: readonly InvoiceRefund[]; timeZone: string }) {
  if (refunds.length === 0) return null
  return (
    <section>
      <h2 className={c.heading}>
        <FormattedMessage {...text.refunds} />
      </h2>
      {refunds.map(({ id, amount, at, what }) => (
        <InvoiceEntry key={id} amount={-amount} at={at} timeZone={timeZone}>
          {what || <FormattedMessage {...text.refund} />}
        </InvoiceEntry>
      ))}
    </section>
  )
}

type EntryProps = { amount: number; at: string | undefined; timeZone: string; children: ReactNode }

/** Money that was paid or given back. */
function InvoiceEntry({ amount, at, timeZone, children }: EntryProps) {
  return (
    <p className={c.entry}>
      <span>
        {children}
        {at && <InvoiceTime at={at} timeZone={timeZone} isSmall />}
      </span>
      <Money value={amount} />
    </p>
  )
}

/** A time, in the zone of the invoice. */
export function InvoiceTime({ at, timeZone, isSmall }: { at: string; timeZone: string; isSmall?: boolean }) {
  const time = useTimes(timeZone)
  return (
    <time dateTime={at} className={isSmall ? c.small : undefined}>
      {time(at, dateTime)}
    </time>
  )
}

/** Who sells: a store or a provider. */
export function InvoiceSeller({ name, of }: { name: Message; of: { name: string; address: string; phone: string } }) {
  return (
    <Fact name={name}>
      <bdi>{of.name}</bdi>
      <bdi className={c.small}>{of.address}</bdi>
      <bdi className={c.small} dir="ltr">
        {of.phone}
      </bdi>
    </Fact>
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
