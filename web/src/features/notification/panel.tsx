import { Button } from '@mantine/core'
import {
  IconBan,
  IconCar,
  IconCheck,
  IconCircleX,
  IconCoins,
  IconFlag,
  IconPackage,
  IconPill,
  IconReceipt,
  IconReceiptOff,
  IconReceiptRefund,
  IconScooter,
  IconShoppingBag,
  IconBuildingStore,
  IconHeart,
  IconMessageCircle,
  IconTag,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { Drawer } from '@/components/overlay/drawer'
import { EmptyState } from '@/components/loading/empty-state'
import { Money } from '@/components/price/money'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { NotificationView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { hrefTo, type Href } from '@/lib/page/href'
import { storeHref, withItem } from '@/lib/page/links'
import { isRefusal } from '@/lib/requests/problems'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock } from '@/lib/text/times'
import { useMarkRead, useNotifications } from './notification-queries'
import { notificationTexts } from './texts'
import c from './panel.module.css'

const text = defineMessages({
  title: { id: 'notifications.title', defaultMessage: 'Notifications' },
  readAll: { id: 'notifications.read_all', defaultMessage: 'Mark all as read' },
  none: { id: 'notifications.none', defaultMessage: 'Nothing new yet' },
  hint: {
    id: 'notifications.hint',
    defaultMessage:
      'Here you see what happens to your orders and trips, and when something on your wishlist is back, cheaper or open again.',
  },
  unread: { id: 'notifications.unread', defaultMessage: 'Unread' },
  wish: { id: 'notifications.wish', defaultMessage: 'On your wishlist' },
  reward: { id: 'notifications.reward', defaultMessage: 'Your rewards' },
  order: { id: 'notifications.order', defaultMessage: 'Order {id}' },
  message: { id: 'notifications.message', defaultMessage: 'Messages' },
  trip: { id: 'notifications.trip', defaultMessage: 'Trip {id}' },
})

const icons: Record<NotificationView['kind'], Icon> = {
  order_placed: IconReceipt,
  order_confirmed: IconCheck,
  order_ready: IconShoppingBag,
  order_on_the_way: IconScooter,
  order_delivered: IconPackage,
  order_collected: IconShoppingBag,
  order_canceled: IconBan,
  order_not_delivered: IconCircleX,
  order_not_collected: IconCircleX,
  order_refunded: IconReceiptRefund,
  refund_refused: IconReceiptRefund,
  prescription_approved: IconPill,
  payment_received: IconReceipt,
  payment_refused: IconReceiptOff,
  parcel_placed: IconReceipt,
  parcel_confirmed: IconCheck,
  parcel_on_the_way: IconScooter,
  parcel_delivered: IconPackage,
  parcel_canceled: IconBan,
  parcel_not_delivered: IconCircleX,
  trip_placed: IconReceipt,
  trip_confirmed: IconCheck,
  trip_started: IconCar,
  trip_completed: IconFlag,
  trip_canceled: IconBan,
  trip_refunded: IconReceiptRefund,
  trip_refund_refused: IconReceiptRefund,
  licence_refused: IconBan,
  item_in_stock: IconHeart,
  item_cheaper: IconTag,
  store_open: IconBuildingStore,
  points_earned: IconCoins,
  cashback_received: IconCoins,
  order_rewarded: IconCoins,
  referral_rewarded: IconUsers,
  message_received: IconMessageCircle,
}

type Props = { opened: boolean; onClose: () => void; unread: number }

/** The notifications of a customer, in a drawer that fills the screen of a phone. */
export default function Panel({ opened, onClose, unread }: Props) {
  return (
    <Drawer opened={opened} onClose={onClose} title={<FormattedMessage {...text.title} />} width={460}>
      <List unread={unread} onFollow={onClose} />
    </Drawer>
  )
}

function List({ unread, onFollow }: { unread: number; onFollow: () => void }) {
  const { list, notifications } = useNotifications()
  const { mutate: markRead } = useMarkRead()
  const newest = notifications[0]
  return (
    <>
      {newest && (
        <p className={c.tools}>
          <Button
            variant="subtle"
            h={44}
            disabled={unread === 0}
            onClick={() => markRead({ body: { up_to: newest.id } })}
          >
            <FormattedMessage {...text.readAll} />
          </Button>
        </p>
      )}
      <QueryView query={list} skeleton={<RowsSkeleton />} art={emptyArt(isRefusal(list.error) ? 'error' : 'offline')}>
        {() =>
          newest ? (
            <>
              <ul className={c.rows}>
                {notifications.map((each) => (
                  <Row
                    key={each.id}
                    notification={each}
                    onFollow={() => {
                      if (!each.read) markRead({ body: { ids: [each.id] } })
                      onFollow()
                    }}
                  />
                ))}
              </ul>
              <More list={list} />
            </>
          ) : (
            <EmptyState
              art={emptyArt('orders')}
              title={<FormattedMessage {...text.none} />}
              text={<FormattedMessage {...text.hint} />}
            />
          )
        }
      </QueryView>
    </>
  )
}

const rewards: Partial<Record<NotificationView['kind'], Href>> = {
  points_earned: '/loyalty-points',
  cashback_received: '/wallet',
  order_rewarded: '/loyalty-points',
  referral_rewarded: '/referral-code',
}

/** The page of what a notification is about: the reward, its order, its trip, its item or its store. */
function hrefOf(notification: NotificationView) {
  const {
    kind,
    order_id,
    trip_id,
    module_type,
    module_id = 0,
    item_slug,
    store_slug = '',
    conversation_id,
  } = notification
  if (conversation_id) return hrefTo('/profile', { search: { page: 'inbox', conversation: conversation_id } })
  const reward = rewards[kind]
  if (reward) return reward
  if (order_id) return hrefTo('/order/$id', { params: { id: String(order_id) } })
  if (trip_id) return hrefTo('/trip/$id', { params: { id: String(trip_id) } })
  if (item_slug && module_type === 'ecommerce') {
    return hrefTo('/product/$id', { params: { id: item_slug }, search: { module_id } })
  }
  return withItem(storeHref({ id: 0, slug: store_slug, module_id }), item_slug)
}

function aboutOf({ kind, order_id, trip_id }: NotificationView) {
  if (kind === 'message_received') return text.message
  if (rewards[kind]) return text.reward
  if (trip_id) return text.trip
  return order_id ? text.order : text.wish
}

function Row({ notification, onFollow }: { notification: NotificationView; onFollow: () => void }) {
  const {
    kind,
    order_id,
    trip_id,
    store = '',
    item = '',
    reason,
    amount = 0,
    points = 0,
    read,
    created_at,
  } = notification
  const { formatMessage: t } = useIntl()
  const clock = useClock('device', dayTime)
  const Sign = icons[kind]
  return (
    <li className={c.row} data-unread={!read || undefined}>
      <span className={c.sign} aria-hidden>
        <Sign size={22} className={Sign === IconScooter ? 'mirrored' : undefined} />
      </span>
      <div className={c.words}>
        <AppLink href={hrefOf(notification)} className={c.title} onClick={onFollow}>
          <FormattedMessage
            {...notificationTexts[kind]}
            values={{
              store: <bdi key="store">{store}</bdi>,
              item: <bdi key="item">{item}</bdi>,
              amount: <Money key="amount" value={amount} />,
              points,
              order: <bdi key="order">{order_id}</bdi>,
            }}
          />
        </AppLink>
        {reason && (
          <p className={c.quiet}>
            <bdi>{reason}</bdi>
          </p>
        )}
        <p className={c.quiet}>
          <FormattedMessage {...aboutOf(notification)} values={{ id: <bdi key="id">{trip_id ?? order_id}</bdi> }} />
          {' · '}
          <time dateTime={created_at}>
            <bdi>{clock(created_at)}</bdi>
          </time>
        </p>
      </div>
      {!read && <span className={c.dot} role="img" aria-label={t(text.unread)} />}
    </li>
  )
}

function RowsSkeleton() {
  return (
    <div className={c.skeleton} aria-hidden>
      <Skeleton height={72} radius={14} />
      <Skeleton height={72} radius={14} />
      <Skeleton height={72} radius={14} />
    </div>
  )
}
