import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { Money } from '@/components/price/money'
import { PriceRows } from '@/components/price/price-rows'
import type { QuoteView } from '@/lib/api/types.gen'
import type { Message } from '@/lib/text/messages'
import c from './dialogs.module.css'

type Quote = Pick<QuoteView, 'rows' | 'to_pay'>

type Props = {
  /** The texts that name what is placed. */
  labels: Record<'changed' | 'changedWhy' | 'confirm', Message>
  /** The shown and the new quote; undefined: closed. */
  quotes: { before: Quote; now: Quote } | undefined
  /** Rendered above the rows: the lines of an order. */
  children?: ReactNode
  /** Rendered below the rows: the rules of a trip. */
  below?: ReactNode
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks the shopper to accept a changed order, parcel or trip before it is placed (C3, C4). */
export default function ChangedDialog({ labels, quotes, children, below, busy, onConfirm, onClose }: Props) {
  return (
    <ConfirmDialog
      opened={quotes !== undefined}
      title={<FormattedMessage {...labels.changed} />}
      confirm={
        quotes && (
          <FormattedMessage {...labels.confirm} values={{ total: <Money key="total" value={quotes.now.to_pay} /> }} />
        )
      }
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {quotes && (
        <div className={c.body}>
          <p>
            <FormattedMessage {...labels.changedWhy} />
          </p>
          {children}
          <PriceRows rows={quotes.now.rows} before={quotes.before.rows} />
          {below}
        </div>
      )}
    </ConfirmDialog>
  )
}
