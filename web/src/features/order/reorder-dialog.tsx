import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { Dialog } from '@/components/overlay/dialog'
import { Money } from '@/components/price/money'
import type { ReorderLineView, ReorderOutputBody } from '@/lib/api/types.gen'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import c from './reorder-dialog.module.css'

const text = defineMessages({
  title: { id: 'reorder.title', defaultMessage: 'Some things have changed' },
  nothing: { id: 'reorder.nothing', defaultMessage: 'This cannot be ordered again now' },
  why: {
    id: 'reorder.why',
    defaultMessage: 'This is not as it was when you ordered. Your cart has not changed yet.',
  },
  confirm: { id: 'reorder.confirm', defaultMessage: 'Add to cart' },
  line: { id: 'reorder.line', defaultMessage: '{count} ×' },
  closed: {
    id: 'reorder.closed',
    defaultMessage: '{store} is closed now. You can order for later if it takes orders.',
  },
  otherStore: {
    id: 'reorder.other_store',
    defaultMessage: 'You have items from {store} in your cart. They will be removed from it.',
  },
  same: {
    id: 'reorder.same',
    defaultMessage: '{count, plural, one {One more item is} other {# more items are}} as before.',
  },
  itemGone: { id: 'reorder.item_gone', defaultMessage: 'No longer sold' },
  notNow: { id: 'reorder.not_now', defaultMessage: 'Not sold at this time' },
  optionsGone: {
    id: 'reorder.options_gone',
    defaultMessage: 'Its options are different now. Please choose them again at the store.',
  },
  out: { id: 'reorder.out_of_stock', defaultMessage: 'Sold out' },
  full: { id: 'reorder.cart_full', defaultMessage: 'Your cart already has as many as you can order' },
  fewer: { id: 'reorder.fewer', defaultMessage: 'Only {units} of {count} can be ordered' },
  optionsChanged: { id: 'reorder.options_changed', defaultMessage: 'Options: {before} is now {now}' },
  dearer: { id: 'reorder.dearer', defaultMessage: 'The price has gone up: {before} then, {now} now' },
  cheaper: { id: 'reorder.cheaper', defaultMessage: 'The price has gone down: {before} then, {now} now' },
})

type Props = {
  opened: boolean
  answer: ReorderOutputBody
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Says per line what is not as it was in the past order, and asks whether to fill the cart (ORD-04). */
export default function ReorderDialog({ opened, answer, busy, onConfirm, onClose }: Props) {
  if (!answer.possible) {
    return (
      <Dialog
        opened={opened}
        onClose={onClose}
        title={<FormattedMessage {...text.nothing} />}
        width={440}
        small
        footer={
          <Button size="md" fullWidth onClick={onClose}>
            <FormattedMessage {...common.close} />
          </Button>
        }
      >
        <Changes answer={answer} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={<FormattedMessage {...text.title} />}
      confirm={<FormattedMessage {...text.confirm} />}
      danger={answer.other_store !== ''}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className={c.quiet}>
        <FormattedMessage {...text.why} />
      </p>
      <Changes answer={answer} />
    </ConfirmDialog>
  )
}

function Changes({ answer: { lines, store, closed, other_store } }: { answer: ReorderOutputBody }) {
  const changed = lines.filter(({ changes }) => changes.length > 0)
  const same = lines.length - changed.length
  return (
    <div className={c.changes}>
      {other_store && (
        <p>
          <FormattedMessage {...text.otherStore} values={{ store: <bdi key="store">{other_store}</bdi> }} />
        </p>
      )}
      {closed && (
        <p>
          <FormattedMessage {...text.closed} values={{ store: <bdi key="store">{store.name}</bdi> }} />
        </p>
      )}
      {changed.length > 0 && (
        <ul className={c.lines}>
          {changed.map((line, at) => (
            <li key={at} className={c.line}>
              <p className={c.name}>
                <FormattedMessage {...text.line} values={{ count: line.quantity }} /> <bdi>{line.name}</bdi>
                {line.options && <bdi className={c.small}>{line.options}</bdi>}
              </p>
              {line.changes.map((change) => (
                <p key={change} className={c.change} data-good={isGood(line, change) || undefined}>
                  <Change line={line} change={change} />
                </p>
              ))}
              {line.message && (
                <p className={c.small}>
                  <bdi>{line.message}</bdi>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {same > 0 && changed.length > 0 && (
        <p className={c.quiet}>
          <FormattedMessage {...text.same} values={{ count: same }} />
        </p>
      )}
    </div>
  )
}

const plain = {
  item_gone: text.itemGone,
  not_now: text.notNow,
  options_gone: text.optionsGone,
  out_of_stock: text.out,
  cart_full: text.full,
}

const isGood = ({ cost, cost_now }: ReorderLineView, change: string) => change === 'price_changed' && cost_now < cost

function Change({ line, change }: { line: ReorderLineView; change: string }) {
  switch (change) {
    case 'fewer':
      return <FormattedMessage {...text.fewer} values={{ units: line.units, count: line.quantity }} />
    case 'options_changed':
      return (
        <FormattedMessage
          {...text.optionsChanged}
          values={{ before: <bdi key="before">{line.options}</bdi>, now: <bdi key="now">{line.options_now}</bdi> }}
        />
      )
    case 'price_changed':
      return (
        <FormattedMessage
          {...(line.cost_now > line.cost ? text.dearer : text.cheaper)}
          values={{ before: <Money key="before" value={line.cost} />, now: <Money key="now" value={line.cost_now} /> }}
        />
      )
    default:
      return change in plain ? <FormattedMessage {...plain[change as keyof typeof plain]} /> : null
  }
}
