import { useIntl } from 'react-intl'
import { CheckField, TextAreaField, TextField } from '@/components/form/field'
import { defineMessages } from '@/lib/text/messages'
import { TipField } from './tip-field'
import type { CheckoutState } from './use-checkout'
import c from './checkout.module.css'

const text = defineMessages({
  orderNote: { id: 'checkout.order_note', defaultMessage: 'Note for the store' },
  instruction: { id: 'checkout.instruction', defaultMessage: 'How the rider finds you' },
  unavailable: { id: 'checkout.unavailable', defaultMessage: 'If an item is not available' },
  unavailableHint: { id: 'checkout.unavailable_hint', defaultMessage: 'Such as: leave it out, or call me' },
  cutlery: { id: 'checkout.cutlery', defaultMessage: 'Add cutlery' },
  packaging: { id: 'checkout.extra_packaging', defaultMessage: 'Extra packaging' },
})

/** Notes for the store and the rider, and extras such as a tip. */
export function Notes({ state }: { state: CheckoutState }) {
  const { formatMessage: t } = useIntl()
  const { shop, draft, change, takeAway, takesTips, quote, complaints } = state
  return (
    <div className={c.notes}>
      <TextAreaField
        label={t(text.orderNote)}
        maxLength={500}
        rows={2}
        value={draft.order_note}
        error={complaints.order_note}
        onChange={(event) => change({ order_note: event.currentTarget.value })}
      />
      {!takeAway && (
        <TextField
          label={t(text.instruction)}
          maxLength={500}
          value={draft.delivery_instruction}
          error={complaints.delivery_instruction}
          onChange={(event) => change({ delivery_instruction: event.currentTarget.value })}
        />
      )}
      <TextField
        label={t(text.unavailable)}
        placeholder={t(text.unavailableHint)}
        maxLength={200}
        value={draft.unavailable_item_note}
        error={complaints.unavailable_item_note}
        onChange={(event) => change({ unavailable_item_note: event.currentTarget.value })}
      />
      {takesTips && <TipField tip={draft.tip} onTip={(tip) => change({ tip })} error={complaints.tip} />}
      {quote?.store.module_type === 'food' && (
        <CheckField
          label={t(text.cutlery)}
          checked={draft.cutlery}
          onChange={(event) => change({ cutlery: event.currentTarget.checked })}
        />
      )}
      {shop.extra_packaging_status === 1 && (
        <CheckField
          label={t(text.packaging)}
          checked={draft.extra_packaging}
          onChange={(event) => change({ extra_packaging: event.currentTarget.checked })}
        />
      )}
    </div>
  )
}
