import { IconClock, IconMapPinOff } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { OpensAt } from '@/components/catalog/opens-at'
import type { StoreDetail } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useDelivers } from './delivery'
import c from './store-notices.module.css'

const text = defineMessages({
  closed: { id: 'store.closed', defaultMessage: 'Closed now.' },
  later: { id: 'store.order_for_later', defaultMessage: 'You can order for a later time.' },
  notHere: { id: 'store.not_here', defaultMessage: 'This store does not deliver to your address.' },
  takeAway: { id: 'store.not_here_take_away', defaultMessage: 'You can order to take away.' },
})

/** Notices that the store is closed or does not deliver here, shown before the shopper fills a cart (Z2). */
export function StoreNotices({ store }: { store: StoreDetail }) {
  const delivers = useDelivers(store)
  return (
    <>
      {!store.open && (
        <p className={c.notice}>
          <IconClock size={20} aria-hidden />
          <span>
            <b>
              <FormattedMessage {...text.closed} />
            </b>{' '}
            {store.opens_at && <OpensAt store={store} />}
            {store.opens_at && '. '}
            {store.schedule_order && <FormattedMessage {...text.later} />}
          </span>
        </p>
      )}
      {!delivers && (
        <p className={c.notice} data-tone="bad">
          <IconMapPinOff size={20} aria-hidden />
          <span>
            <b>
              <FormattedMessage {...text.notHere} />
            </b>{' '}
            {store.take_away && <FormattedMessage {...text.takeAway} />}
          </span>
        </p>
      )}
    </>
  )
}
