import { defineMessages, FormattedMessage } from 'react-intl'
import { ConfirmDialog } from '@/components/confirm-dialog'
import type { QuoteView } from '@/lib/api/types.gen'
import { PriceRows } from './price-rows'

const text = defineMessages({
  title: { id: 'changed.title', defaultMessage: 'Your order changed' },
  why: {
    id: 'changed.why',
    defaultMessage: 'Since you looked, something in it has changed. Nothing was ordered. This is what it costs now:',
  },
  confirm: { id: 'changed.confirm', defaultMessage: 'Order at this price' },
})

type Props = { quote: QuoteView | undefined; busy: boolean; onConfirm: () => void; onClose: () => void }

/** A shopper pays what they saw: a change asks before anything is ordered (C3, C4). */
export function ChangedDialog({ quote, busy, onConfirm, onClose }: Props) {
  return (
    <ConfirmDialog
      opened={quote !== undefined}
      title={<FormattedMessage {...text.title} />}
      confirm={<FormattedMessage {...text.confirm} />}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <FormattedMessage {...text.why} />
      </p>
      {quote && <PriceRows rows={quote.rows} />}
    </ConfirmDialog>
  )
}
