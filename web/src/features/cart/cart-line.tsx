import { IconAlertCircle } from '@tabler/icons-react'
import { defineMessages, FormattedMessage, useIntl } from 'react-intl'
import { Money } from '@/components/money'
import { Picture } from '@/components/picture'
import { Price } from '@/components/price'
import { Stepper } from '@/components/stepper'
import type { CartLineView } from '@/lib/api/types.gen'
import { toast, toastProblem } from '@/lib/toast'
import { changeOf, useChangeLine, useRemoveLine } from './cart-queries'
import c from './cart-line.module.css'

const text = defineMessages({
  removed: { id: 'cart.removed', defaultMessage: 'Cart item remove successfully' },
  limit: { id: 'cart.limit', defaultMessage: 'Out of Limits' },
  priceRose: { id: 'cart.price_rose', defaultMessage: 'The price rose from {before} to {now} since you added it.' },
})

/** The most that may be had of a line's item; undefined: no limit. */
function limitOf({ item }: CartLineView) {
  const limits = [item.stock, item.maximum_cart_quantity].filter((limit) => limit !== null && limit > 0)
  return limits.length > 0 ? Math.min(...(limits as number[])) : undefined
}

/** One line of the cart: what it is, what it costs, and how many. */
export function CartLine({ line, onOpen }: { line: CartLineView; onOpen?: (line: CartLineView) => void }) {
  const { formatMessage: t } = useIntl()
  const change = useChangeLine()
  const remove = useRemoveLine()
  const { item } = line

  const count = (quantity: number) => {
    if (quantity < 1) remove.mutate(line.id, () => toast(t(text.removed)))
    else change.mutate(changeOf(line, quantity))
  }

  return (
    <li className={c.line} data-busy={remove.isPending || undefined}>
      <div className={c.art}>
        <Picture src={item.image_full_url} alt="" width={72} height={72} sizes="72px" />
      </div>
      <div className={c.words}>
        {onOpen ? (
          <button type="button" className={c.name} onClick={() => onOpen(line)}>
            {item.name}
          </button>
        ) : (
          <span className={c.name}>{item.name}</span>
        )}
        {line.summary && <p className={c.summary}>{line.summary}</p>}
        <div className={c.row}>
          <Price now={line.total} was={line.original_price > line.price ? line.original_price * line.quantity : undefined} />
          <Stepper
            label={item.name}
            value={line.quantity}
            onChange={count}
            max={limitOf(line)}
            onLimit={() => toastProblem(t(text.limit))}
            removable
          />
        </div>
        {line.price > line.price_when_added && (
          <p className={c.note}>
            <FormattedMessage
              {...text.priceRose}
              values={{ before: <Money key="before" value={line.price_when_added} />, now: <Money key="now" value={line.price} /> }}
            />
          </p>
        )}
        {line.problems.map(({ code, message }) => (
          <p key={code + message} className={c.problem}>
            <IconAlertCircle size={16} aria-hidden />
            {message}
          </p>
        ))}
      </div>
    </li>
  )
}
