import { FormattedMessage } from 'react-intl'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { Money } from '@/components/money'
import { PriceRows } from '@/components/price-rows'
import type { QuoteView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { OrderLines } from './summary'
import c from './dialogs.module.css'

const text = defineMessages({
  title: { id: 'changed.title', defaultMessage: 'Your order changed' },
  why: {
    id: 'changed.why',
    defaultMessage: 'Something in it has changed since you looked. Nothing was ordered yet. This is what it costs now:',
  },
  confirm: { id: 'changed.confirm', defaultMessage: 'Order for {total}' },
})

type Props = {
  /** The shown and the new quote; undefined: closed. */
  quotes: { before: QuoteView; now: QuoteView } | undefined
  busy: boolean
  onConfirm: (now: QuoteView) => void
  onClose: () => void
}

/** Asks the shopper to accept a changed order before it is placed (C3, C4). */
export default function ChangedDialog({ quotes, busy, onConfirm, onClose }: Props) {
  return (
    <ConfirmDialog
      opened={quotes !== undefined}
      title={<FormattedMessage {...text.title} />}
      confirm={
        quotes && (
          <FormattedMessage {...text.confirm} values={{ total: <Money key="total" value={quotes.now.to_pay} /> }} />
        )
      }
      busy={busy}
      onConfirm={() => quotes && onConfirm(quotes.now)}
      onClose={onClose}
    >
      {quotes && (
        <div className={c.body}>
          <p>
            <FormattedMessage {...text.why} />
          </p>
          <OrderLines quote={quotes.now} />
          <PriceRows rows={quotes.now.rows} before={quotes.before.rows} />
        </div>
      )}
    </ConfirmDialog>
  )
}
