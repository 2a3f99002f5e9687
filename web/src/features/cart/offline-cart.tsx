import { Button } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Money } from '@/components/price/money'
import { Picture } from '@/components/picture'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import type { SeenLine } from './last-cart'
import c from './cart-line.module.css'
import d from './cart-drawer.module.css'

const text = defineMessages({
  notice: {
    id: 'cart.last_seen',
    defaultMessage: 'No connection. This is your cart as you last saw it; prices and stock may have changed.',
  },
  count: { id: 'cart.count', defaultMessage: '{count} ×' },
})

/** The stored cart, which can be read while there is no connection. */
export function OfflineCart({ lines, onRetry }: { lines: readonly SeenLine[]; onRetry: () => void }) {
  return (
    <>
      <div className={d.notice} role="status">
        <IconWifiOff size={20} aria-hidden />
        <p>
          <FormattedMessage {...text.notice} />
        </p>
        <Button variant="default" size="sm" h={44} onClick={onRetry}>
          <FormattedMessage {...common.retry} />
        </Button>
      </div>
      <ul className={d.lines}>
        {lines.map((line) => (
          <li key={line.cartItemId} className={c.line}>
            <div className={c.art}>
              <Picture src={line.image} alt="" width={72} height={72} sizes="72px" />
            </div>
            <div className={c.words}>
              <span className={c.name}>
                <bdi>{line.name}</bdi>
              </span>
              {line.summary && (
                <p className={c.summary}>
                  <bdi>{line.summary}</bdi>
                </p>
              )}
              <p className={c.row}>
                <span>
                  <FormattedMessage {...text.count} values={{ count: line.quantity }} />
                </span>
                <Money value={line.totalPrice} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
