import { FormattedMessage, useIntl } from 'react-intl'
import { cashBack } from '@/components/cash-back'
import { Money } from '@/components/money'
import { UploadedImage } from '@/components/uploaded-image'
import type { OrderView, RefundView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { InfoBox } from '@/components/info-box'
import c from './refund.module.css'

const text = defineMessages({
  requested: { id: 'refund.requested', defaultMessage: 'You asked for a refund' },
  requestedWhy: { id: 'refund.requested_why', defaultMessage: 'We look at it and answer here.' },
  approved: { id: 'refund.approved', defaultMessage: 'You got a refund' },
  approvedWhy: { id: 'refund.approved_why', defaultMessage: 'The money comes back the way you paid.' },
  approvedToWallet: { id: 'refund.approved_to_wallet', defaultMessage: 'The money is in your wallet.' },
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

/** The refunds of an order: what was asked for, and what came of it (ORD-04). */
export function RefundList({ order }: { order: OrderView }) {
  return order.refunds.map((refund) => <Refund key={refund.id} refund={refund} order={order} />)
}

/** How the money of an order that was given back comes to its shopper. */
function wayBack(order: OrderView) {
  const { refunded, wallet_refunded: toWallet = 0 } = order
  const inCash = cashBack(order)
  if (inCash) return { why: inCash.message, values: { amount: <Money key="amount" value={inCash.amount} /> } }
  return { why: toWallet > 0 && toWallet >= refunded ? text.approvedToWallet : text.approvedWhy }
}

function Refund({ refund, order }: { refund: RefundView; order: OrderView }) {
  const { formatMessage: t } = useIntl()
  return (
    <InfoBox {...words[refund.refund_status]} {...(refund.refund_status === 'approved' && wayBack(order))}>
      <div className={c.facts}>
        {refund.refund_status === 'approved' && (
          <p className={c.amount}>
            <Money value={refund.amount} />
          </p>
        )}
        {refund.lines.map(({ line_id, quantity }) => {
          const line = order.lines.find(({ id }) => id === line_id)
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
        {refund.answer && (
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
