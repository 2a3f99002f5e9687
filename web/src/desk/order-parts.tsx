import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Fact } from '@/components/layout/fact'
import { LineNote } from '@/components/purchase/line-note'
import { DirectionsLink } from '@/components/map/directions-link'
import { Money } from '@/components/price/money'
import { PriceRows } from '@/components/price/price-rows'
import type { StaffHistoryView, StaffOrderView } from '@/lib/api/types.gen'
import type { Point } from '@/lib/scope/guards'
import { defineMessages, type Message } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock } from '@/lib/text/times'
import { actorMessage, isOver, statusMessage } from './status'
import { isOffer, type Role } from './steps'
import c from './order-parts.module.css'

const text = defineMessages({
  count: { id: 'desk_parts.count', defaultMessage: '{count} ×' },
  units: { id: 'desk_parts.units', defaultMessage: '{count, plural, one {# item} other {# items}}' },
  shopper: { id: 'desk_parts.shopper', defaultMessage: 'Shopper' },
  store: { id: 'desk_parts.store', defaultMessage: 'Collect at' },
  to: { id: 'desk_parts.to', defaultMessage: 'Bring to' },
  nearby: { id: 'desk_parts.nearby', defaultMessage: 'To about 100 m' },
  pickUp: { id: 'desk_parts.pick_up', defaultMessage: 'Pick up at' },
  sender: { id: 'desk_parts.sender', defaultMessage: 'Sender' },
  receiver: { id: 'desk_parts.receiver', defaultMessage: 'Receiver' },
  receiverPays: { id: 'desk_parts.receiver_pays', defaultMessage: 'The receiver pays' },
  senderPays: { id: 'desk_parts.sender_pays', defaultMessage: 'The sender pays' },
  distance: { id: 'desk_parts.distance', defaultMessage: '{km} km' },
  house: { id: 'desk_parts.house', defaultMessage: 'House {house}' },
  floor: { id: 'desk_parts.floor', defaultMessage: 'Floor {floor}' },
  rider: { id: 'desk_parts.rider', defaultMessage: 'Rider' },
  note: { id: 'desk_parts.note', defaultMessage: 'Note' },
  instruction: { id: 'desk_parts.instruction', defaultMessage: 'How to find the shopper' },
  unavailable: { id: 'desk_parts.unavailable', defaultMessage: 'If an item is not available' },
  cutlery: { id: 'desk_parts.cutlery', defaultMessage: 'With cutlery' },
  collect: { id: 'desk_parts.collect', defaultMessage: 'Collect {amount} in cash' },
  paid: { id: 'desk_parts.paid', defaultMessage: 'Paid: {amount}' },
  fromWallet: { id: 'desk_parts.from_wallet', defaultMessage: '{amount} from the wallet' },
  inCash: { id: 'desk_parts.in_cash', defaultMessage: '{amount} in cash' },
  outside: { id: 'desk_parts.outside', defaultMessage: '{amount} outside of the shop' },
  online: { id: 'desk_parts.online', defaultMessage: '{amount} online' },
  byGateway: { id: 'desk_parts.by_gateway', defaultMessage: '{amount} by {gateway}' },
  total: { id: 'desk_parts.total', defaultMessage: 'Total {amount}' },
  tip: { id: 'desk_parts.tip', defaultMessage: 'Tip {amount}' },
  more: { id: 'desk_parts.more', defaultMessage: 'Amounts and timeline' },
  reason: { id: 'desk_parts.reason', defaultMessage: 'Why it was canceled' },
})

type Props = { order: StaffOrderView }

/** A phone number, to call it. */
export const Phone = ({ number }: { number: string }) => (
  <a href={`tel:${number}`} className={c.phone}>
    <bdi dir="ltr">{number}</bdi>
  </a>
)

/** Who ordered, who brings it, and between which doors. What a role may not see is not there. */
export function People({ order, role }: Props & { role: Role }) {
  const { store, contact, rider, parcel, receiver } = order
  // The pin counts, not the text of the address. An order that is over may have lost its pin with the account.
  const directions = (destination: Point) => !isOver(order) && <DirectionsLink destination={destination} />
  return (
    <dl className={c.facts}>
      {role === 'rider' && !parcel && (
        <Fact name={text.store}>
          <bdi>{store.address}</bdi>
          {store.phone && <Phone number={store.phone} />}
          {directions(store.point)}
        </Fact>
      )}
      {isOffer(role, order) && parcel && (
        <Fact name={text.pickUp}>
          <FormattedMessage {...text.nearby} />
          {directions(store.point)}
        </Fact>
      )}
      {order.address && (
        <Where name={parcel ? text.pickUp : text.to} address={order.address}>
          {directions(order.address.point)}
        </Where>
      )}
      {contact && (
        <Fact name={parcel ? text.sender : text.shopper}>
          <bdi>{contact.name}</bdi>
          <Phone number={contact.phone} />
        </Fact>
      )}
      {receiver && (
        <Where name={text.to} address={receiver.address}>
          {directions(receiver.address.point)}
        </Where>
      )}
      {receiver && (
        <Fact name={text.receiver}>
          <bdi>{receiver.contact.name}</bdi>
          <Phone number={receiver.contact.phone} />
        </Fact>
      )}
      {rider && role !== 'rider' && (
        <Fact name={text.rider}>
          <bdi>{rider.name}</bdi>
          {rider.phone && <Phone number={rider.phone} />}
        </Fact>
      )}
    </dl>
  )
}

type WhereProps = { name: Message; address: NonNullable<StaffOrderView['address']>; children: ReactNode }

function Where({ name, address, children }: WhereProps) {
  const { house, floor, road } = address
  return (
    <Fact name={name}>
      <bdi>{address.address}</bdi>
      {road && <bdi>{road}</bdi>}
      {house && (
        <span>
          <FormattedMessage {...text.house} values={{ house: <bdi key="house">{house}</bdi> }} />
        </span>
      )}
      {floor && (
        <span>
          <FormattedMessage {...text.floor} values={{ floor: <bdi key="floor">{floor}</bdi> }} />
        </span>
      )}
      {children}
    </Fact>
  )
}

const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

/** What was ordered, and what its shopper said about it. */
export function Contents({ order, role }: Props & { role: Role }) {
  const { formatNumber } = useIntl()
  return (
    <>
      <Goods order={order} />
      <p className={c.amounts}>
        <Payment order={order} role={role} />
        <Ways of={order} />
        {order.tip > 0 && (
          <span>
            <FormattedMessage {...text.tip} values={{ amount: <Money key="amount" value={order.tip} /> }} />
          </span>
        )}
        {order.distance_km > 0 && (
          <span>
            <FormattedMessage
              {...text.distance}
              values={{ km: <bdi key="km">{formatNumber(order.distance_km, oneDecimal)}</bdi> }}
            />
          </span>
        )}
      </p>
      <Notes order={order} />
      {order.cutlery && (
        <p className={c.quiet}>
          <FormattedMessage {...text.cutlery} />
        </p>
      )}
    </>
  )
}

/** The parcel, or the lines. An offer has only how many units they are. */
function Goods({ order: { parcel, lines, units } }: Props) {
  if (parcel) {
    return (
      <p>
        <Count of={parcel.quantity} /> <bdi>{parcel.category}</bdi> ·{' '}
        <FormattedMessage {...(parcel.charge_payer === 'receiver' ? text.receiverPays : text.senderPays)} />
      </p>
    )
  }
  if (lines.length === 0) {
    return (
      <p>
        <FormattedMessage {...text.units} values={{ count: units }} />
      </p>
    )
  }
  return (
    <ul className={c.lines}>
      {lines.map((line) => (
        <li key={line.id} className={c.line}>
          <Count of={line.quantity} />
          <div className={c.words}>
            <bdi>{line.name}</bdi>
            {line.options && <bdi className={c.quiet}>{line.options}</bdi>}
            <LineNote note={line.note} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const Count = ({ of }: { of: number }) => (
  <b className="num">
    <FormattedMessage {...text.count} values={{ count: of }} />
  </b>
)

function Notes({ order }: Props) {
  const notes = [
    [text.note, order.order_note],
    [text.unavailable, order.unavailable_item_note],
    [text.instruction, order.delivery_instruction],
    [text.reason, order.cancel_reason],
  ] as const
  return (
    <dl className={c.facts}>
      {notes.map(
        ([name, note]) =>
          note && (
            <Fact key={name.id} name={name}>
              <bdi>{note}</bdi>
            </Fact>
          ),
      )}
    </dl>
  )
}

/** What an order costs, and whether this member collects it in cash. An offer does not say it. */
function Payment({ order, role }: Props & { role: Role }) {
  if (order.rows.length === 0) return null
  const isCash = order.payment_method === 'cash_on_delivery' && order.payment_status !== 'paid'
  const isPaidToStore = order.order_type === 'take_away' || order.self_delivery === true
  const collects = isCash && !isOver(order) && isPaidToStore === (role === 'vendor')
  // The wallet has paid the rest.
  const toPay = order.rows.find(({ code }) => code === 'to_pay')?.amount ?? order.total
  const message = order.payment_status === 'paid' ? text.paid : collects ? text.collect : text.total
  return (
    <b>
      <FormattedMessage
        {...message}
        values={{ amount: <Money key="amount" value={collects ? toPay : order.total} /> }}
      />
    </b>
  )
}

/** The rows that Ways says in the staff's words. */
const wayRows = ['wallet', 'to_pay']

type Paid = Pick<StaffOrderView, 'payment_method' | 'rows' | 'total' | 'gateway_title'>

/** How an order or a trip is paid: what the wallet gives, and who takes the rest. */
export function Ways({ of: { payment_method: method, rows, total, gateway_title: gateway } }: { of: Paid }) {
  if (rows.length === 0) return null
  const wallet = method === 'wallet' ? total : -(rows.find(({ code }) => code === 'wallet')?.amount ?? 0)
  const rest = total - wallet
  const amount = (value: number) => <Money key="amount" value={value} />
  const others: Partial<Record<string, Message>> = {
    cash_on_delivery: wallet > 0 ? text.inCash : undefined, // else its total says it
    offline_payment: text.outside,
    digital_payment: gateway ? text.byGateway : text.online,
  }
  const other = others[method]
  return (
    <>
      {wallet > 0 && (
        <span>
          <FormattedMessage {...text.fromWallet} values={{ amount: amount(wallet) }} />
        </span>
      )}
      {rest > 0 && other && (
        <span>
          <FormattedMessage {...other} values={{ amount: amount(rest), gateway: <bdi key="gateway">{gateway}</bdi> }} />
        </span>
      )}
    </>
  )
}

/** Every amount, and every move with who made it and when. */
export function MoreFacts({ order }: Props) {
  const { formatMessage: t } = useIntl()
  if (order.rows.length === 0) return null
  return (
    <details className={c.more}>
      <summary>
        <FormattedMessage {...text.more} />
        <IconChevronDown size={18} aria-hidden />
      </summary>
      <PriceRows rows={order.rows.filter(({ code }) => !wayRows.includes(code))} />
      <StaffMoves
        moves={order.timeline}
        words={(status) => t(statusMessage(status))}
        timeZone={order.store.time_zone}
      />
    </details>
  )
}

type MovesProps = {
  moves: readonly StaffHistoryView[]
  words: (status: string) => string
  /** IANA name. */
  timeZone: string
}

/** Every move with who made it, when and why. */
export function StaffMoves({ moves, words, timeZone }: MovesProps) {
  const { formatMessage: t } = useIntl()
  const clock = useClock(timeZone, dayTime)
  return (
    <ol className={c.moves}>
      {moves.map((move) => (
        <li key={move.status + move.at}>
          <span>
            {words(move.status)} · <bdi>{move.name || t(actorMessage(move.actor))}</bdi>
          </span>
          <time dateTime={move.at}>
            <bdi>{clock(move.at)}</bdi>
          </time>
          {move.reason && <bdi className={c.quiet}>{move.reason}</bdi>}
        </li>
      ))}
    </ol>
  )
}
