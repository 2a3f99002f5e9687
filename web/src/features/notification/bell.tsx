import { ActionIcon } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconBell } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { lazyOverlay } from '@/components/loading/lazy'
import { UnreadCount } from '@/components/unread-count'
import c from '@/components/unread-count.module.css'
import type { OrdersStateView } from '@/lib/api/types.gen'
import { useIsSeen } from '@/lib/page/use-is-seen'
import { fetchAgain } from '@/lib/requests/fetch-again'
import { useEventStream } from '@/lib/requests/use-event-stream'
import { read } from '@/lib/scope/local-storage'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { notificationsOptions } from './notification-queries'

const Panel = lazyOverlay(() => import('./panel'))

const text = defineMessages({
  label: {
    id: 'bell.label',
    defaultMessage: 'Notifications{count, plural, =0 {} other {, # unread}}',
  },
  news: { id: 'bell.news', defaultMessage: 'You have a new notification.' },
})

/**
 * The header's bell with the number of unread notifications. It follows the stream of the
 * customer's orders, whose first event after a reconnect has what was missed.
 */
export default function Bell() {
  const { formatMessage: t } = useIntl()
  const queryClient = useQueryClient()
  const [count, setCount] = useState(0)
  /** The notification that is announced. */
  const [announced, setAnnounced] = useState<number>()
  const [isOpened, setOpened] = useState(false)
  const last = useRef<{ unread: number; latest: number }>(undefined)
  const isSeen = useIsSeen()

  useEventStream<OrdersStateView>({
    url: '/events',
    event: 'orders',
    // A browser has few connections to one server: tabs in the background leave them to others.
    isOn: isSeen,
    onState: ({ unread_notifications: unread, latest_notification: latest }) => {
      const before = last.current
      if (before?.unread === unread && before.latest === latest) return
      last.current = { unread, latest }
      setCount(unread)
      // Notifications of the customer’s own actions are stored as read.
      if (before && latest > before.latest && unread > before.unread) setAnnounced(latest)
      void fetchAgain(queryClient, { queryKey: notificationsOptions().queryKey })
    },
  })
  useRenewedDevice()
  const close = useCallback(() => setOpened(false), [])
  const open = () => {
    setAnnounced(undefined)
    setOpened(true)
  }
  return (
    <>
      <ActionIcon className={c.button} onClick={open} aria-label={t(text.label, { count })} aria-haspopup="dialog">
        <IconBell size={22} />
        <UnreadCount count={count} />
      </ActionIcon>
      <span className="sr" role="status">
        {announced && (
          // A node of its own for each: the same text is not announced again.
          <span key={announced}>
            <FormattedMessage {...text.news} />
          </span>
        )}
      </span>
      <Panel opened={isOpened} onClose={close} unread={count} />
    </>
  )
}

/** Keeps the notifications on this device going after the browser has replaced its subscription. */
function useRenewedDevice() {
  const { push_public_key: key } = useShop()
  useEffect(() => {
    if (key && read('push_endpoint') !== null) {
      void import('@/lib/account/push-device').then(({ renewDevice }) => renewDevice(key)).catch(() => {}) // next time
    }
  }, [key])
}
