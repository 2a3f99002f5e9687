import { IconAlertCircle } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { ImageField } from '@/components/upload/image-field'
import { defineMessages } from '@/lib/text/messages'
import type { QuoteView } from '@/lib/api/types.gen'
import { Step } from './checkout-step'
import { Problems } from './problems'
import { problemsAt } from './problems-at'
import type { CheckoutState } from './use-checkout'
import c from './checkout.module.css'

const text = defineMessages({
  title: { id: 'checkout.prescription', defaultMessage: 'Prescription' },
  // The specification prescribes this text (ITEM-11).
  required: { id: 'checkout.prescription_required', defaultMessage: 'prescription is required' },
  why: {
    id: 'checkout.prescription_why',
    defaultMessage:
      'A pharmacist checks it before your order is confirmed. Only you, the pharmacy and our staff see the photos.',
  },
})

/** The step for the images of a prescription (ITEM-11). */
export function Prescription({
  quote,
  state: { draft, change, onUpload },
}: {
  quote: QuoteView
  state: CheckoutState
}) {
  const { formatMessage: t } = useIntl()
  return (
    <Step title={t(text.title)}>
      <div>
        <Badge tone="inverse" icon={<IconAlertCircle size={16} aria-hidden />}>
          <FormattedMessage {...text.required} />
        </Badge>
      </div>
      <p className={c.quiet}>
        <FormattedMessage {...text.why} />
      </p>
      <ImageField
        purpose="prescription"
        images={draft.prescription_images}
        onChange={(prescription_images) => change({ prescription_images })}
        onBusy={onUpload}
      />
      <Problems of={problemsAt(quote, 'prescription')} />
    </Step>
  )
}
