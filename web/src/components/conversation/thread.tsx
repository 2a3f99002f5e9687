import { ActionIcon, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconArrowDown, IconBan, IconChevronLeft, IconFlag, IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { ConversationView, MessageView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'
import { Composer } from './composer'
import { type ConversationApi } from './conversation-api'
import { Bubble, OutgoingBubble } from './bubble'
import { ConversationAvatar, useConversationName } from './conversation-name'
import { useMessages, type Thread as ThreadData } from './use-messages'
import { useOutbox } from './use-outbox'
import { BlockForm, ReportForm } from './moderation'
import c from './thread.module.css'

const text = defineMessages({
  back: { id: 'conversation.back', defaultMessage: 'All conversations' },
  log: { id: 'conversation.log', defaultMessage: 'Messages with {name}' },
  older: { id: 'conversation.older', defaultMessage: 'Show older messages' },
  toEnd: { id: 'conversation.to_end', defaultMessage: 'New messages' },
  incoming: { id: 'conversation.incoming', defaultMessage: 'New message: {text}' },
  incomingImage: { id: 'conversation.incoming_image', defaultMessage: 'New message with an image' },
  empty: { id: 'conversation.empty', defaultMessage: 'Say hello. Your message arrives at once.' },
  lost: {
    id: 'conversation.lost',
    defaultMessage: 'Connection lost. What you write is sent as soon as it is back.',
  },
  block: { id: 'conversation.block', defaultMessage: 'Block' },
  unblock: { id: 'conversation.unblock', defaultMessage: 'Unblock' },
  report: { id: 'conversation.report', defaultMessage: 'Report' },
  reported: { id: 'conversation.reported', defaultMessage: 'Reported. The shop will look at it.' },
})

/** Why nobody can write. */
const refusals: Record<Exclude<ConversationView['state'], 'open'>, Message> = defineMessages({
  blocked: { id: 'conversation.is_blocked', defaultMessage: 'You have blocked this conversation.' },
  blocked_by_other: { id: 'conversation.is_blocked_by_other', defaultMessage: 'You cannot write here any more.' },
  closed: { id: 'conversation.is_closed', defaultMessage: 'The shop has closed this conversation.' },
  over: {
    id: 'conversation.is_over',
    defaultMessage: 'The delivery is over, so its rider can no longer be reached.',
  },
  watched: {
    id: 'conversation.is_watched',
    defaultMessage: 'You can read this conversation, because it was reported.',
  },
})

export type Subject = { order_id?: number; trip_id?: number }

type Props = {
  api: ConversationApi
  id: number
  isLive: boolean
  /** The order or trip that the next message is about. */
  subject?: Subject
  /** Draws what a message is about. */
  about: (subject: Subject) => ReactNode
  /** Goes back to the list, on a phone. */
  onBack?: () => void
  /** What an admin can do with a report. */
  decision?: (conversation: ConversationView) => ReactNode
}

/** One conversation: its messages, and the field to write in. Each has its own calls and what was asked in it. */
export const Thread = (props: Props) => <Loading key={props.id} {...props} />

function Loading(props: Props) {
  const { thread, older } = useMessages(props.api, props.id)
  return (
    <QueryView query={thread} skeleton={<ThreadSkeleton />}>
      {(data) => (
        <Loaded
          {...props}
          data={data}
          fetchedAt={thread.dataUpdatedAt}
          onOlder={() => older.mutate()}
          isLoadingOlder={older.isPending}
        />
      )}
    </QueryView>
  )
}

type LoadedProps = Props & { data: ThreadData; fetchedAt: number; onOlder: () => void; isLoadingOlder: boolean }

function Loaded({
  api,
  id,
  data,
  fetchedAt,
  isLive,
  subject,
  about,
  onBack,
  decision,
  onOlder,
  isLoadingOlder,
}: LoadedProps) {
  const { formatMessage: t } = useIntl()
  const { conversation, messages, hasOlder } = data
  const outbox = useOutbox(api)
  const going = outbox.waiting.filter(
    (one) => one.conversation === id && !messages.some(({ mine, client_id }) => mine && client_id === one.clientId),
  )
  const name = useConversationName(conversation)
  const { log, isAtEnd, toEnd } = useScroll(messages, going.length)
  useReadMarks(api, data, isAtEnd, fetchedAt)
  const { state } = conversation

  return (
    <section className={c.thread} aria-label={t(text.log, { name })}>
      <Head api={api} conversation={conversation} name={name} onBack={onBack} />
      {!isLive && <ConnectionLost />}
      {decision?.(conversation)}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it */}
      <div className={c.log} ref={log} tabIndex={0} role="group" aria-label={t(text.log, { name })}>
        {hasOlder && <OlderButton isLoading={isLoadingOlder} onClick={onOlder} />}
        {messages.length + going.length === 0 && (
          <p className={c.empty}>
            <FormattedMessage {...text.empty} />
          </p>
        )}
        <ol className={c.messages}>
          {messages.map((message, at) => (
            <Bubble
              key={message.seq}
              api={api}
              conversation={conversation}
              message={message}
              before={messages[at - 1]}
              about={about}
            />
          ))}
          <Outgoing going={going} outbox={outbox} isLive={isLive} />
        </ol>
      </div>
      <MessageAnnouncer messages={messages} />
      {!isAtEnd && (
        <Button className={c.toEnd} size="sm" leftSection={<IconArrowDown size={16} aria-hidden />} onClick={toEnd}>
          <FormattedMessage {...text.toEnd} />
        </Button>
      )}
      {state === 'open' ? (
        <Composer
          api={api}
          id={id}
          subject={subject}
          about={about}
          onSend={(draft) => {
            outbox.send(id, draft)
            toEnd()
          }}
        />
      ) : (
        <p className={c.refusal}>
          <FormattedMessage {...refusals[state]} />
        </p>
      )}
    </section>
  )
}

function ConnectionLost() {
  return (
    <p className={c.lost} role="status">
      <IconPlugConnectedX size={18} aria-hidden />
      <FormattedMessage {...text.lost} />
    </p>
  )
}

function OlderButton({ isLoading, onClick }: { isLoading: boolean; onClick: () => void }) {
  return (
    <p className={c.older}>
      <BusyButton variant="default" size="sm" busy={isLoading} onClick={onClick}>
        <FormattedMessage {...text.older} />
      </BusyButton>
    </p>
  )
}

type Outbox = ReturnType<typeof useOutbox>

/** The messages that are not stored yet. */
function Outgoing({ going, outbox, isLive }: { going: Outbox['waiting']; outbox: Outbox; isLive: boolean }) {
  return going.map((one) => (
    <OutgoingBubble
      key={one.clientId}
      message={one}
      isLive={isLive}
      onRetry={() => outbox.retry(one.clientId)}
      onDrop={() => outbox.drop(one.clientId)}
    />
  ))
}

/** Reads the newest message to screen readers, if it came from the other side while the page was open. */
function MessageAnnouncer({ messages }: { messages: readonly MessageView[] }) {
  const { formatMessage: t } = useIntl()
  const [known] = useState(() => messages.at(-1)?.seq ?? 0)
  const last = messages.findLast(({ mine }) => !mine)
  return (
    <p className="sr" role="status">
      {last && last.seq > known && (last.text ? t(text.incoming, { text: last.text }) : t(text.incomingImage))}
    </p>
  )
}

type HeadProps = Pick<Props, 'api' | 'onBack'> & { conversation: ConversationView; name: string }

/** With whom it is, and what can be done about them. */
function Head({ api, conversation, name, onBack }: HeadProps) {
  const { formatMessage: t } = useIntl()
  return (
    <header className={c.head}>
      {onBack && (
        <ActionIcon className={c.back} onClick={onBack} aria-label={t(text.back)}>
          <IconChevronLeft size={24} className="mirrored" />
        </ActionIcon>
      )}
      <ConversationAvatar conversation={conversation} size={40} />
      <h2 className={c.name}>
        <bdi>{name}</bdi>
      </h2>
      <Tools api={api} conversation={conversation} name={name} />
    </header>
  )
}

/** Block and report, with what has become of them. */
function Tools({ api, conversation, name }: Omit<HeadProps, 'onBack'>) {
  const { formatMessage: t } = useIntl()
  const [asked, setAsked] = useState<'block' | 'report'>()
  const { state, reported, with: kind } = conversation
  if (state === 'watched' || state === 'closed') return null
  const close = () => setAsked(undefined)
  const canReport = kind !== 'support' && !reported && api.prefix !== '/admin'
  return (
    <>
      {reported && (
        <span className={c.reported}>
          <FormattedMessage {...text.reported} />
        </span>
      )}
      {canReport && (
        <ActionIcon
          aria-expanded={asked === 'report'}
          onClick={() => setAsked('report')}
          aria-label={t(text.report)}
          title={t(text.report)}
        >
          <IconFlag size={20} />
        </ActionIcon>
      )}
      {(api.prefix !== '' || kind !== 'support') && (
        <Button
          variant="default"
          size="sm"
          h={44}
          leftSection={<IconBan size={18} aria-hidden />}
          aria-expanded={asked === 'block'}
          onClick={() => setAsked('block')}
        >
          <FormattedMessage {...(state === 'blocked' ? text.unblock : text.block)} />
        </Button>
      )}
      {asked === 'block' && <BlockForm api={api} conversation={conversation} name={name} onClose={close} />}
      {asked === 'report' && <ReportForm api={api} conversation={conversation} name={name} onClose={close} />}
    </>
  )
}

const nearEnd = 48 // px

/** Keeps the end in sight while the reader is there, and their place while they read above. */
function useScroll(messages: readonly MessageView[], going: number) {
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const before = useRef({ first: 0, height: 0 })
  const toEnd = () => {
    setAtEnd(true)
    requestAnimationFrame(() => log.current?.scrollTo?.({ top: log.current.scrollHeight }))
  }
  useEffect(() => {
    const box = log.current
    if (!box) return undefined
    const look = () => setAtEnd(box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd)
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [])
  const keep = useEffectEvent(() => {
    const box = log.current
    if (!box) return
    const first = messages[0]?.seq ?? 0
    if (first < before.current.first) box.scrollTop += box.scrollHeight - before.current.height
    else if (isAtEnd) box.scrollTop = box.scrollHeight
    before.current = { first, height: box.scrollHeight }
  })
  useEffect(() => keep(), [messages, going])
  return { log, isAtEnd, toEnd }
}

/** Says that messages have been read, or at least got where the tab is in the background. */
function useReadMarks(
  api: ConversationApi,
  { conversation: { id, read_up_to, state }, messages }: ThreadData,
  isAtEnd: boolean,
  fetchedAt: number,
) {
  const queryClient = useQueryClient()
  const last = messages.findLast(({ mine }) => !mine)?.seq ?? 0
  const say = useEffectEvent(() => {
    if (state === 'watched' || last <= read_up_to) return
    const isSeen = document.visibilityState === 'visible' && isAtEnd
    const marked = api.mark(id, isSeen ? { read: last } : { got: last })
    const forget = () => isSeen && void queryClient.invalidateQueries({ queryKey: ['conversations', api.prefix] })
    // A failed mark is sent again when the messages have been fetched again.
    marked.then(forget, () => {})
  })
  useEffect(() => {
    say()
    const over = new AbortController()
    document.addEventListener('visibilitychange', () => say(), { signal: over.signal })
    return () => over.abort()
  }, [last, isAtEnd, id, fetchedAt])
}

export function ThreadSkeleton() {
  return (
    <div className={c.thread} aria-hidden>
      <Skeleton width="60%" height={48} radius={18} />
      <Skeleton width="45%" height={48} radius={18} />
      <Skeleton width="70%" height={72} radius={18} />
    </div>
  )
}
