import { ActionIcon } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { UnreadCount } from '@/components/unread-count'
import c from '@/components/unread-count.module.css'
import { markMessages } from '@/lib/api/sdk.gen'
import type { NewsView, OrdersStateView } from '@/lib/api/types.gen'
import { hrefTo } from '@/lib/page/href'
import { useIsSeen } from '@/lib/page/use-is-seen'
import { useEventStream } from '@/lib/requests/use-event-stream'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  label: { id: 'inbox_button.label', defaultMessage: 'Messages{count, plural, =0 {} other {, # unread}}' },
})

const inboxHref = hrefTo('/profile', { search: { page: 'inbox' } })

/** The header's link to the inbox, with the number of unread messages (HDR-01). It follows the stream that the bell has. */
export default function InboxButton() {
  const { formatMessage: t } = useIntl()
  const [news, setNews] = useState<NewsView>()
  const isSeen = useIsSeen()
  useEventStream<OrdersStateView>({
    url: '/events',
    event: 'orders',
    isOn: isSeen,
    onState: ({ chat }) => setNews(chat),
  })
  useGotMarks(news)
  const count = news?.unread ?? 0
  return (
    <ActionIcon component={AppLink} href={inboxHref} className={c.button} aria-label={t(text.label, { count })}>
      <IconMessageCircle size={22} />
      <UnreadCount count={count} />
    </ActionIcon>
  )
}

/** Tells the other side that this device has got what they wrote. */
function useGotMarks(news: NewsView | undefined) {
  const said = useRef(new Map<number, number>())
  useEffect(() => {
    for (const { id, last_seq, unread } of news?.conversations ?? []) {
      if (unread === 0 || said.current.get(id) === last_seq) continue
      said.current.set(id, last_seq)
      void markMessages({ path: { id }, body: { got: last_seq } }).catch(() => said.current.delete(id))
    }
  }, [news])
}
