import { useInfiniteQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ReactNode } from 'react'
import { Badge } from '@/components/badge'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { ConversationView } from '@/lib/api/types.gen'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock } from '@/lib/text/times'
import { listKey, type ConversationApi } from './conversation-api'
import { ConversationAvatar, useConversationName } from './conversation-name'
import c from './conversation-list.module.css'

const text = defineMessages({
  label: { id: 'conversation_list.label', defaultMessage: 'Conversations' },
  unread: { id: 'conversation_list.unread', defaultMessage: '{count, plural, one {# unread} other {# unread}}' },
  you: { id: 'conversation_list.you', defaultMessage: 'You: {text}' },
  from: { id: 'conversation_list.from', defaultMessage: '{name}: {text}' },
  reported: { id: 'conversation_list.reported', defaultMessage: 'Reported' },
  image: {
    id: 'conversation_list.image',
    defaultMessage: '{count, plural, one {An image} other {# images}}',
  },
})

const pageSize = 20

type Props = {
  api: ConversationApi
  state?: 'all' | 'reported'
  current: number | undefined
  onOpen: (id: number) => void
  empty: ReactNode
}

/** The conversations of the caller, the newest first. */
export function ConversationList({ api, state = 'all', current, onOpen, empty }: Props) {
  const { formatMessage: t } = useIntl()
  const list = useInfiniteQuery({
    queryKey: listKey(api, state),
    queryFn: ({ pageParam, signal }) => api.list({ limit: pageSize, offset: pageParam, state }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total_size }, _pages, page) => (page * pageSize < total_size ? page + 1 : undefined),
    staleTime: 0,
  })
  const all = list.data && uniqueEntries(list.data.pages.map(({ conversations }) => conversations))
  const query = { ...list, data: all, refetch: () => list.refetch() }
  return (
    <QueryView query={query} skeleton={<ListSkeleton />}>
      {(conversations) =>
        conversations.length === 0 ? (
          empty
        ) : (
          <nav aria-label={t(text.label)}>
            <ul className={c.list}>
              {conversations.map((one) => (
                <Row key={one.id} conversation={one} isCurrent={one.id === current} onOpen={() => onOpen(one.id)} />
              ))}
            </ul>
            <More list={list} />
          </nav>
        )
      }
    </QueryView>
  )
}

type RowProps = { conversation: ConversationView; isCurrent: boolean; onOpen: () => void }

function Row({ conversation, isCurrent, onOpen }: RowProps) {
  const clock = useClock('device', dayTime)
  const name = useConversationName(conversation)
  const { state, reported, unread, last_at } = conversation
  return (
    <li>
      <button type="button" className={c.row} aria-current={isCurrent ? 'true' : undefined} onClick={onOpen}>
        <ConversationAvatar conversation={conversation} size={48} />
        <span className={c.words}>
          <span className={c.top}>
            <b className={c.name}>
              <bdi>{name}</bdi>
            </b>
            <time dateTime={last_at} className={c.time}>
              <bdi>{clock(last_at)}</bdi>
            </time>
          </span>
          <span className={c.top}>
            <span className={c.last}>
              <Last of={conversation} />
            </span>
            {state === 'watched' && reported && (
              <Badge tone="deal-soft">
                <FormattedMessage {...text.reported} />
              </Badge>
            )}
            {unread > 0 && (
              <span className={c.unread}>
                <span aria-hidden>{unread > 99 ? '99+' : unread}</span>
                <span className="sr">
                  <FormattedMessage {...text.unread} values={{ count: unread }} />
                </span>
              </span>
            )}
          </span>
        </span>
      </button>
    </li>
  )
}

/** The last message. To an admin who watches, "mine" is what the store, the provider or the rider has sent. */
function Last({ of }: { of: ConversationView }) {
  const { formatMessage: t } = useIntl()
  const { state, name, store_name, last_text, last_images, last_is_mine } = of
  const words = last_text || (last_images > 0 ? t(text.image, { count: last_images }) : '')
  const sender = state === 'watched' && words && (last_is_mine ? store_name : name)
  if (sender) {
    const values = { name: <bdi key="name">{sender}</bdi>, text: <bdi key="text">{words}</bdi> }
    return <FormattedMessage {...text.from} values={values} />
  }
  return <bdi>{last_is_mine && state !== 'watched' ? t(text.you, { text: words }) : words}</bdi>
}

function ListSkeleton() {
  return (
    <div className={c.list} aria-hidden>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height={64} radius={14} />
      ))}
    </div>
  )
}
