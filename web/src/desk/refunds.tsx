import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { Money } from '@/components/price/money'
import type { RefundView, StaffOrderView, StaffTripView } from '@/lib/api/types.gen'
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
  wholeTrip: { id: 'desk_refund.whole_trip', defaultMessage: 'The whole trip' },
  part: { id: 'desk_refund.part', defaultMessage: 'A part of the price' },
  answer: { id: 'desk_refund.answer', defaultMessage: 'Answer: {answer}' },
  image: { id: 'desk_refund.image', defaultMessage: 'Photo {number} of the shopper' },
})

type Props = { of: StaffOrderView | StaffTripView; role: Role }

/** What the shopper of an order or a trip asked back, and what came of it (ORD-04). */
export function Refunds({ of, role }: Props) {
  return of.refunds?.map((refund) => <Refund key={refund.id} refund={refund} of={of} role={role} />)
}

function Refund({ refund, of, role }: Props & { refund: RefundView }) {
  const { formatMessage: t } = useIntl()
  const { refund_status: status, lines, by_amount: isPart, reason, note, answer, images, amount } = refund
  const isTrip = 'trip_status' in of
  return (
    <div className={c.words}>
      <p className={c.amounts}>
        <b>
          <FormattedMessage {...text.refund} />
        </b>
        <Badge tone={status === 'requested' ? 'fresh' : 'quiet'}>{t(text[status])}</Badge>
        {amount > 0 && <Money value={amount} />}
      </p>
      {lines.length === 0 && !(isTrip && status === 'requested') && (
        <p>
          <FormattedMessage {...(isPart ? text.part : isTrip ? text.wholeTrip : text.whole)} />
        </p>
      )}
      {lines.map(({ line_id: id, quantity }) => {
        const name = isTrip ? undefined : of.lines.find((line) => line.id === id)?.name
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
      {answer && answer !== reason && (
        <p className={c.quiet}>
          <FormattedMessage {...text.answer} values={{ answer: <bdi key="answer">{answer}</bdi> }} />
        </p>
      )}
    </div>
  )
}
