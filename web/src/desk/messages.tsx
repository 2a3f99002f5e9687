import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { ConversationList } from '@/components/conversation/conversation-list'
import { conversationApi, type ConversationApi, type Prefix } from '@/components/conversation/conversation-api'
import { useConversationChange } from '@/components/conversation/moderation'
import { Thread } from '@/components/conversation/thread'
import { useConversationNews } from '@/components/conversation/use-news'
import { EmptyState } from '@/components/loading/empty-state'
import type { ConversationView, StaffMemberView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { defineMessages } from '@/lib/text/messages'
import { useSession, writer } from './session'
import c from './messages.module.css'

const text = defineMessages({
  none: { id: 'desk_messages.none', defaultMessage: 'No messages' },
  hint: { id: 'desk_messages.hint', defaultMessage: 'What customers write appears here by itself.' },
  choose: { id: 'desk_messages.choose', defaultMessage: 'Choose a conversation' },
  order: { id: 'desk_messages.order', defaultMessage: 'Order {id}' },
  trip: { id: 'desk_messages.trip', defaultMessage: 'Trip {id}' },
  reason: { id: 'desk_messages.reason', defaultMessage: 'Reported: {reason}' },
  all: { id: 'desk_messages.all', defaultMessage: 'To support' },
  reported: { id: 'desk_messages.reported', defaultMessage: 'Reported' },
  close: { id: 'desk_messages.close', defaultMessage: 'Close for both' },
  closed: { id: 'desk_messages.closed', defaultMessage: 'Closed for both sides' },
  openAgain: { id: 'desk_messages.open_again', defaultMessage: 'Open it again' },
  reopen: { id: 'desk_messages.reopen', defaultMessage: 'Leave it open' },
})

const apis: Record<Exclude<Prefix, ''>, ConversationApi> = {
  '/vendor': conversationApi('/vendor', writer),
  '/rider': conversationApi('/rider', writer),
  '/admin': conversationApi('/admin', writer),
}

type Props = { member: StaffMemberView }

/** What customers write to the store, the provider, the rider or support, and the answers (CHAT-01). */
export default function Messages({ member }: Props) {
  const api = apis[`/${member.role}`]
  const isOn = useSession() !== 0
  const isLive = useConversationNews(api, { url: '/staff/events', event: 'orders', isOn })
  const [current, setCurrent] = useState<number>()
  const [state, setState] = useState<'all' | 'reported'>('all')
  const list = (
    <ConversationList key={state} api={api} state={state} current={current} onOpen={setCurrent} empty={<Empty />} />
  )
  return (
    <div className={c.inbox} data-open={current !== undefined || undefined}>
      <div className={c.list}>
        {member.role === 'admin' && (
          <p className={c.buttons}>
            {(['all', 'reported'] as const).map((which) => (
              <Button
                key={which}
                size="sm"
                h={44}
                variant={state === which ? 'filled' : 'default'}
                aria-pressed={state === which}
                onClick={() => setState(which)}
              >
                <FormattedMessage {...text[which]} />
              </Button>
            ))}
          </p>
        )}
        {list}
      </div>
      <div className={c.thread}>
        {current === undefined ? (
          <p className={c.choose}>
            <FormattedMessage {...text.choose} />
          </p>
        ) : (
          <Thread
            api={api}
            id={current}
            isLive={isLive}
            about={({ order_id, trip_id }) => (
              <b className={c.about}>
                <FormattedMessage {...(order_id ? text.order : text.trip)} values={{ id: order_id ?? trip_id }} />
              </b>
            )}
            onBack={() => setCurrent(undefined)}
            decision={
              member.role === 'admin'
                ? (one) => <Decision api={api} conversation={one} onLeft={() => setCurrent(undefined)} />
                : undefined
            }
          />
        )}
      </div>
    </div>
  )
}

const Empty = () => (
  <EmptyState
    art={emptyArt('orders')}
    title={<FormattedMessage {...text.none} />}
    text={<FormattedMessage {...text.hint} />}
  />
)

type DecisionProps = {
  api: ConversationApi
  conversation: ConversationView
  /** It goes on, so that admins no longer see it. */
  onLeft: () => void
}

/** What an admin decides about a conversation that was reported, or that was closed after it. */
function Decision({ api, conversation, onLeft }: DecisionProps) {
  const { formatMessage: t } = useIntl()
  const change = useConversationChange(api, conversation.id)
  if (conversation.state !== 'watched') return null
  const { id, reported, reported_at } = conversation
  const close = () => api.settle(id, { closed: true, reported_at })
  const reopen = async () => {
    const settled = await api.settle(id, { closed: false, reported_at })
    onLeft()
    return settled
  }
  return (
    <div className={c.decision}>
      {/* Admins watch a conversation that is not reported only if they have closed it. */}
      <p role="status">
        <bdi>{reported ? t(text.reason, { reason: conversation.report_reason }) : t(text.closed)}</bdi>
      </p>
      <p className={c.buttons}>
        {reported && (
          <BusyButton size="sm" h={44} busy={change.isPending} onClick={() => change.mutate(close)}>
            <FormattedMessage {...text.close} />
          </BusyButton>
        )}
        <BusyButton size="sm" h={44} variant="default" busy={change.isPending} onClick={() => change.mutate(reopen)}>
          <FormattedMessage {...(reported ? text.reopen : text.openAgain)} />
        </BusyButton>
      </p>
    </div>
  )
}
