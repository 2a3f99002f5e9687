import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { FormattedMessage } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { ConversationList } from '@/components/conversation/conversation-list'
import { conversationApi } from '@/components/conversation/conversation-api'
import { Thread, ThreadSkeleton, type Subject } from '@/components/conversation/thread'
import { useConversationNews } from '@/components/conversation/use-news'
import { EmptyState } from '@/components/loading/empty-state'
import { ErrorState } from '@/components/loading/error-state'
import { startConversation } from '@/lib/api/sdk.gen'
import type { StartConversationInputBody } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { hrefTo } from '@/lib/page/href'
import { useIsSeen } from '@/lib/page/use-is-seen'
import { useIsRental } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import c from './inbox.module.css'

const text = defineMessages({
  title: { id: 'inbox.title', defaultMessage: 'Messages' },
  none: { id: 'inbox.none', defaultMessage: 'No messages yet' },
  hint: {
    id: 'inbox.hint',
    defaultMessage: 'Write to a store from its page or from an order, and to support from Help and support.',
  },
  hintRental: {
    id: 'inbox.hint_rental',
    defaultMessage: 'Write to a provider from your trip, and to support from Help and support.',
  },
  help: { id: 'inbox.help', defaultMessage: 'Help and support' },
  choose: { id: 'inbox.choose', defaultMessage: 'Choose a conversation' },
  order: { id: 'inbox.order', defaultMessage: 'Order {id}' },
  trip: { id: 'inbox.trip', defaultMessage: 'Trip {id}' },
})

const api = conversationApi('')

type Props = {
  conversation: number | undefined
  /** Whom to write to; the conversation is found, or begun. */
  start: StartConversationInputBody | undefined
  subject: Subject
  onOpen: (conversation: number | undefined) => void
  onStarted: (conversation: number) => void
}

/** The conversations of a customer: the list beside one of them, on a phone one after the other (CHAT-01). */
export default function Inbox({ conversation, start, subject, onOpen, onStarted }: Props) {
  const isSeen = useIsSeen()
  const isLive = useConversationNews(api, { url: '/events', event: 'orders', isOn: isSeen }) && isSeen
  return (
    <>
      <h1 className={c.title}>
        <FormattedMessage {...text.title} />
      </h1>
      <div className={c.inbox} data-open={conversation !== undefined || start !== undefined || undefined}>
        <div className={c.list}>
          <ConversationList api={api} current={conversation} onOpen={onOpen} empty={<Empty />} />
        </div>
        <div className={c.thread}>
          {start ? (
            <Starting start={start} onStarted={onStarted} />
          ) : conversation === undefined ? (
            <p className={c.choose}>
              <FormattedMessage {...text.choose} />
            </p>
          ) : (
            <Thread
              api={api}
              id={conversation}
              isLive={isLive}
              subject={subject}
              about={(of) => <About {...of} />}
              onBack={() => onOpen(undefined)}
            />
          )}
        </div>
      </div>
    </>
  )
}

/** Finds the conversation with somebody, or begins it. */
function Starting({ start, onStarted }: { start: StartConversationInputBody; onStarted: (id: number) => void }) {
  const begin = useMutation({
    mutationFn: async () => (await startConversation({ body: start, throwOnError: true })).data,
    meta: { quiet: true },
  })
  // Not called any more once the shopper has gone to another page.
  const run = () => begin.mutate(undefined, { onSuccess: ({ id }) => onStarted(id) })
  const first = useEffectEvent(run)
  useEffect(() => first(), [])
  return begin.isError ? <ErrorState error={begin.error} onRetry={run} /> : <ThreadSkeleton />
}

function Empty() {
  const isRental = useIsRental()
  return (
    <EmptyState
      art={emptyArt('orders')}
      title={<FormattedMessage {...text.none} />}
      text={<FormattedMessage {...(isRental ? text.hintRental : text.hint)} />}
      action={
        <AppLink href="/help-and-support" className={c.link}>
          <FormattedMessage {...text.help} />
        </AppLink>
      }
    />
  )
}

/** What a message is about, as a link to it. */
function About({ order_id, trip_id }: Subject) {
  if (order_id !== undefined)
    return (
      <AppLink href={hrefTo('/order/$id', { params: { id: String(order_id) } })} className={c.link}>
        <FormattedMessage {...text.order} values={{ id: order_id }} />
      </AppLink>
    )
  return (
    <AppLink href={hrefTo('/trip/$id', { params: { id: String(trip_id) } })} className={c.link}>
      <FormattedMessage {...text.trip} values={{ id: trip_id }} />
    </AppLink>
  )
}
