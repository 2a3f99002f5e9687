import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { Fact } from '@/components/layout/fact'
import { LineNote } from '@/components/purchase/line-note'
import { Money } from '@/components/price/money'
import { paymentMessage } from '@/components/payment/payment-words'
import { Picture } from '@/components/picture'
import { PriceRows } from '@/components/price/price-rows'
import { Saved } from '@/components/price/saved'
import type { AddressBody, OrderView } from '@/lib/api/types.gen'
import { useDoorLine } from '@/lib/account/address-line'
import { defineMessages, type Message } from '@/lib/text/messages'
import { sumMajor } from '@/lib/text/money'
import { useShop } from '@/lib/scope/shop'
import { storeHref } from '@/lib/page/links'
import { cashMessage } from './payment'
import c from '@/components/purchase/receipt.module.css'

const text = defineMessages({
  title: { id: 'receipt.title', defaultMessage: 'Your order' },
  from: { id: 'receipt.from', defaultMessage: 'from {store}' },
  count: { id: 'receipt.count', defaultMessage: '{count} ×' },
  to: { id: 'receipt.to', defaultMessage: 'Deliver to' },
  contact: { id: 'receipt.contact', defaultMessage: 'Contact' },
  payment: { id: 'receipt.payment', defaultMessage: 'Payment' },
  coupon: { id: 'receipt.coupon', defaultMessage: 'Coupon' },
  note: { id: 'receipt.note', defaultMessage: 'Note for the store' },
  instruction: { id: 'receipt.instruction', defaultMessage: 'How the rider finds you' },
  unavailable: { id: 'receipt.unavailable', defaultMessage: 'If an item is not available' },
  cutlery: { id: 'receipt.cutlery', defaultMessage: 'With cutlery' },
  store: { id: 'receipt.store', defaultMessage: 'The store' },
  parcel: { id: 'receipt.parcel', defaultMessage: 'Your parcel' },
  pickUp: { id: 'receipt.pick_up', defaultMessage: 'Pick up at' },
  bringTo: { id: 'receipt.bring_to', defaultMessage: 'Bring to' },
  forRider: { id: 'receipt.for_rider', defaultMessage: 'For the rider' },
  payer: { id: 'receipt.payer', defaultMessage: 'Who pays' },
  sender: { id: 'receipt.sender', defaultMessage: 'The sender' },
  receiver: { id: 'receipt.receiver', defaultMessage: 'The receiver, at the door' },
})

/** The lines, rows and address of an order as it was placed. */
export function Receipt({ order }: { order: OrderView }) {
  const digits = useShop().digit_after_decimal_point
  const { store, parcel } = order
  return (
    <section className={c.receipt} aria-labelledby="receipt-title">
      <header>
        <h2 id="receipt-title" className={c.title}>
          <FormattedMessage {...(parcel ? text.parcel : text.title)} />
        </h2>
        {!parcel && (
          <p className={c.quiet}>
            <FormattedMessage
              {...text.from}
              values={{
                store: (
                  <AppLink key="store" href={storeHref(store)} className={c.store}>
                    <bdi>{store.name}</bdi>
                  </AppLink>
                ),
              }}
            />
          </p>
        )}
      </header>
      <ul className={c.lines}>
        {parcel && (
          <ReceiptLine image={parcel.image_full_url} count={parcel.quantity}>
            <bdi>{parcel.category}</bdi>
          </ReceiptLine>
        )}
        {order.lines.map((line) => (
          <ReceiptLine key={line.id} image={line.image_full_url} count={line.quantity} price={line.subtotal}>
            <bdi>{line.name}</bdi>
            {line.options && <bdi className={c.small}>{line.options}</bdi>}
            {line.offer && <bdi className={c.small}>{line.offer}</bdi>}
            <LineNote note={line.note} />
            <Saved from={line.subtotal} to={sumMajor([line.total, line.coupon], digits)} />
          </ReceiptLine>
        ))}
      </ul>
      <PriceRows rows={order.rows} />
      <Facts order={order} />
      {order.cutlery && (
        <p className={c.quiet}>
          <FormattedMessage {...text.cutlery} />
        </p>
      )}
    </section>
  )
}

type LineProps = {
  image: string
  count: number
  /** A parcel has none: its price is a row of the whole order. */
  price?: number
  children: ReactNode
}

function ReceiptLine({ image, count, price, children }: LineProps) {
  return (
    <li className={c.line}>
      <div className={c.art}>
        <Picture src={image} alt="" width={56} height={56} sizes="56px" />
      </div>
      <p className={c.name}>
        <span className={c.quiet}>
          <FormattedMessage {...text.count} values={{ count }} />
        </span>{' '}
        {children}
      </p>
      {price !== undefined && <Money value={price} />}
    </li>
  )
}

/** Where it goes, how it is paid, and what the shopper wrote. */
function Facts({ order }: { order: OrderView }) {
  const { formatMessage: t } = useIntl()
  const takeAway = order.order_type === 'take_away'
  const { store, address, parcel, receiver } = order
  return (
    <dl className={c.facts}>
      {address && (
        <Where name={parcel ? text.pickUp : takeAway ? text.contact : text.to} address={address} takeAway={takeAway} />
      )}
      {receiver && <Where name={text.bringTo} address={receiver} takeAway={false} />}
      {parcel && <Fact name={text.payer}>{t(parcel.charge_payer === 'receiver' ? text.receiver : text.sender)}</Fact>}
      {takeAway && (
        <Fact name={text.store}>
          <bdi>{store.address}</bdi>
          {store.phone && (
            <span className={c.small}>
              <a href={`tel:${store.phone}`}>
                <bdi dir="ltr">{store.phone}</bdi>
              </a>
            </span>
          )}
        </Fact>
      )}
      <Fact name={text.payment}>
        <bdi>{t(...paymentMessage(order, cashMessage(order)))}</bdi>
      </Fact>
      {order.coupon_code && (
        <Fact name={text.coupon}>
          <bdi dir="ltr">{order.coupon_code}</bdi>
        </Fact>
      )}
      {order.order_note && (
        <Fact name={text.note}>
          <bdi>{order.order_note}</bdi>
        </Fact>
      )}
      {order.delivery_instruction && (
        <Fact name={parcel ? text.forRider : text.instruction}>
          <bdi>{order.delivery_instruction}</bdi>
        </Fact>
      )}
      {order.unavailable_item_note && (
        <Fact name={text.unavailable}>
          <bdi>{order.unavailable_item_note}</bdi>
        </Fact>
      )}
    </dl>
  )
}

function Where({ name, address, takeAway }: { name: Message; address: AddressBody; takeAway: boolean }) {
  const door = useDoorLine()(address)
  return (
    <Fact name={name}>
      {!takeAway && <bdi>{address.address}</bdi>}
      {!takeAway && door && <span className={c.small}>{door}</span>}
      <span className={takeAway ? undefined : c.small}>
        <bdi>{address.contact_person_name}</bdi> · <bdi dir="ltr">{address.contact_person_number}</bdi>
      </span>
    </Fact>
  )
}
