import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { Money } from '@/components/money'
import type { RefundView, StaffOrderView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { PrivateImages } from './private-images'
import type { Role } from './steps'
import c from './order-parts.module.css'

const text = defineMessages({
  refund: { id: 'desk_refund.refund', defaultMessage: 'Refund' },
  requested: { id: 'desk_refund.requested', defaultMessage: 'Requested' },
  approved: { id: 'desk_refund.approved', defaultMessage: 'Given back' },
  refused: { id: 'desk_refund.refused', defaultMessage: 'Refused' },
  line: { id: 'desk_refund.line', defaultMessage: '{count} × {name}' },
  whole: { id: 'desk_refund.whole', defaultMessage: 'The whole order' },
  answer: { id: 'desk_refund.answer', defaultMessage: 'Answer: {answer}' },
  image: { id: 'desk_refund.image', defaultMessage: 'Photo {number} of the shopper' },
})

/** What the shopper asked back, and what came of it (ORD-04). */
export function Refunds({ order, role }: { order: StaffOrderView; role: Role }) {
  return order.refunds?.map((refund) => <Refund key={refund.id} refund={refund} order={order} role={role} />)
}

function Refund({ refund, order, role }: { refund: RefundView; order: StaffOrderView; role: Role }) {
  const { formatMessage: t } = useIntl()
  const { refund_status: status, lines, reason, note, answer, images, amount } = refund
  return (
    <div className={c.words}>
      <p className={c.amounts}>
        <b>
          <FormattedMessage {...text.refund} />
        </b>
        <Badge tone={status === 'requested' ? 'fresh' : 'quiet'}>{t(text[status])}</Badge>
        {amount > 0 && <Money value={amount} />}
      </p>
      {lines.length === 0 && (
        <p>
          <FormattedMessage {...text.whole} />
        </p>
      )}
      {lines.map(({ line_id: id, quantity }) => {
        const name = order.lines.find((line) => line.id === id)?.name
        return (
          <p key={id}>
            <FormattedMessage {...text.line} values={{ count: quantity, name: <bdi key="name">{name}</bdi> }} />
          </p>
        )
      })}
      <p className={c.quiet}>
        <bdi>{reason}</bdi>
      </p>
      {note && (
        <p>
          <bdi>{note}</bdi>
        </p>
      )}
      {images.length > 0 && <PrivateImages ids={images} role={role} label={(number) => t(text.image, { number })} />}
      {answer && (
        <p className={c.quiet}>
          <FormattedMessage {...text.answer} values={{ answer: <bdi key="answer">{answer}</bdi> }} />
        </p>
      )}
    </div>
  )
}
