import { FormattedMessage, useIntl } from 'react-intl'
import type { OrderView, RefundView } from '@/lib/api/types.gen'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { sumMajor } from '@/lib/text/money'
import { InfoBox } from '@/components/layout/info-box'
import { Money } from '@/components/price/money'
import { cashReturned, gatewayBack, offlineBack, type FromGateway, type WayBack } from './money-back'
import { UploadedImage } from '@/components/upload/uploaded-image'
import c from './refund.module.css'

const text = defineMessages({
  requested: { id: 'refund.requested', defaultMessage: 'You asked for a refund' },
  requestedWhy: { id: 'refund.requested_why', defaultMessage: 'We look at it and answer here.' },
  approved: { id: 'refund.approved', defaultMessage: 'You got a refund' },
  approvedWhy: { id: 'refund.approved_why', defaultMessage: 'The money comes back the way you paid.' },
  approvedToWallet: { id: 'refund.approved_to_wallet', defaultMessage: 'The money is in your wallet.' },
  toWallet: { id: 'refund.to_wallet', defaultMessage: '{amount} of it is in your wallet.' },
  rest: { id: 'refund.rest', defaultMessage: 'The rest comes back the way you paid.' },
  refused: { id: 'refund.refused', defaultMessage: 'Your refund was declined' },
  refusedWhy: { id: 'refund.refused_why', defaultMessage: 'We looked at your request.' },
  reason: { id: 'refund.reason', defaultMessage: 'Reason: {reason}' },
  answer: { id: 'refund.answer', defaultMessage: 'Answer: {answer}' },
  line: { id: 'refund.line', defaultMessage: '{count} × {name}' },
  photo: { id: 'refund.photo', defaultMessage: 'Photo {number} of your request' },
})

const words = {
  requested: { title: text.requested, why: text.requestedWhy },
  approved: { title: text.approved, why: text.approvedWhy },
  refused: { title: text.refused, why: text.refusedWhy },
}

/** An order, or a trip: that has no lines to give back. */
type Purchase = FromGateway &
  Pick<
    OrderView,
    | 'cash_paid_back'
    | 'cash_to_pay_back'
    | 'offline_paid_back'
    | 'offline_payment'
    | 'offline_to_pay_back'
    | 'refunds'
    | 'wallet_refunded'
  > & {
    lines?: readonly Pick<OrderView['lines'][number], 'id' | 'name'>[]
  }

type Props = { of: Purchase }

/** The refunds of an order or a trip: what was asked for, and what came of it (ORD-04). */
export function RefundList({ of }: Props) {
  return of.refunds.map((refund) => <Refund key={refund.id} refund={refund} of={of} />)
}

/** How the money that was given back comes to the shopper: a sentence for each way. */
function waysBack({ refunds, wallet_refunded: toWallet = 0, ...of }: Purchase, digits: number) {
  const given = sumMajor(
    refunds.map(({ amount }) => amount),
    digits,
  ) // not what was refunded: a deposit may be in that
  const ways: WayBack[] = [...cashReturned(of), ...offlineBack(of), ...gatewayBack(of)]
  if (toWallet > 0) ways.push({ message: toWallet < given ? text.toWallet : text.approvedToWallet, amount: toWallet })
  if (ways.length === 0) return [{ message: text.approvedWhy, amount: given }]
  const isAll =
    sumMajor(
      ways.map(({ amount }) => amount),
      digits,
    ) >= given
  return isAll ? ways : [...ways, { message: text.rest, amount: given }]
}

function Refund({ refund, of }: Props & { refund: RefundView }) {
  const { formatMessage: t } = useIntl()
  const { digit_after_decimal_point: digits } = useShop()
  const [way, ...more] = refund.refund_status === 'approved' ? waysBack(of, digits) : []
  const values = (amount: number) => ({
    amount: <Money key="amount" value={amount} />,
    method: <bdi key="method">{of.offline_payment?.name}</bdi>,
  })
  return (
    <InfoBox {...words[refund.refund_status]} {...(way && { why: way.message, values: values(way.amount) })}>
      <div className={c.facts}>
        {more.map(({ message, amount }) => (
          <p key={message.id}>
            <FormattedMessage {...message} values={values(amount)} />
          </p>
        ))}
        {refund.refund_status === 'approved' && (
          <p className={c.amount}>
            <Money value={refund.amount} />
          </p>
        )}
        {refund.lines.map(({ line_id, quantity }) => {
          const line = of.lines?.find(({ id }) => id === line_id)
          return (
            line && (
              <p key={line_id}>
                <FormattedMessage
                  {...text.line}
                  values={{ count: quantity, name: <bdi key="name">{line.name}</bdi> }}
                />
              </p>
            )
          )
        })}
        <p>
          <FormattedMessage {...text.reason} values={{ reason: refund.reason }} />
        </p>
        {refund.note && (
          <p>
            <bdi>{refund.note}</bdi>
          </p>
        )}
        {refund.answer && refund.answer !== refund.reason && (
          <p>
            <FormattedMessage {...text.answer} values={{ answer: refund.answer }} />
          </p>
        )}
        {refund.images.length > 0 && (
          <ul className={c.images}>
            {refund.images.map((id, at) => (
              <li key={id}>
                <UploadedImage id={id} label={t(text.photo, { number: at + 1 })} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </InfoBox>
  )
}
