import { Button } from '@mantine/core'
import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ConversationView, MessageView } from '@/lib/api/types.gen'
import { common } from '@/lib/text/intl'
import { longDay } from '@/lib/text/time-formats'
import { clockTime, useTimes } from '@/lib/text/times'
import { defineMessages } from '@/lib/text/messages'
import { type ConversationApi } from './conversation-api'
import { MessageImage } from './message-image'
import type { Subject } from './thread'
import type { Outgoing } from './use-outbox'
import c from './bubble.module.css'

const text = defineMessages({
  sent: { id: 'message.sent', defaultMessage: 'Sent' },
  delivered: { id: 'message.delivered', defaultMessage: 'Delivered' },
  read: { id: 'message.read', defaultMessage: 'Read' },
  sending: { id: 'message.sending', defaultMessage: 'Sending…' },
  waiting: { id: 'message.waiting', defaultMessage: 'Waiting for the connection' },
  failed: { id: 'message.failed', defaultMessage: 'Not sent' },
  discard: { id: 'message.discard', defaultMessage: 'Discard' },
  you: { id: 'message.you', defaultMessage: 'You:' },
  image: { id: 'message.image', defaultMessage: 'Image {number}' },
  images: { id: 'message.images', defaultMessage: '{count, plural, one {# image} other {# images}}' },
})

type Props = {
  api: ConversationApi
  conversation: ConversationView
  message: MessageView
  /** The message before it. */
  before?: MessageView
  about: (subject: Subject) => ReactNode
}

/** One message. Its text is shown as it was written: nothing in it becomes a link or a part of the page. */
export function Bubble({ api, conversation, message, before, about }: Props) {
  const { formatMessage: t } = useIntl()
  const write = useTimes('device')
  const { mine, text: words, images, created_at, author, order_id, trip_id } = message
  const day = write(created_at, longDay)
  return (
    <>
      {(!before || write(before.created_at, longDay) !== day) && (
        <li className={c.day}>
          <bdi>{day}</bdi>
        </li>
      )}
      <li className={c.message} data-mine={mine || undefined}>
        <div className={c.bubble}>
          {mine && (
            <span className="sr">
              <FormattedMessage {...text.you} />
            </span>
          )}
          {mine && author && (
            <span className={c.author}>
              <bdi>{author}</bdi>
            </span>
          )}
          {(order_id !== undefined || trip_id !== undefined) && about({ order_id, trip_id })}
          {images.length > 0 && (
            <div className={c.images}>
              {images.map((image, at) => (
                <MessageImage
                  key={image}
                  url={api.imageUrl(conversation.id, image)}
                  label={t(text.image, { number: at + 1 })}
                />
              ))}
            </div>
          )}
          {words && (
            <p className={c.text} dir="auto">
              {words}
            </p>
          )}
          <span className={c.foot}>
            <time dateTime={created_at}>
              <bdi>{write(created_at, clockTime)}</bdi>
            </time>
            {mine && <Mark seq={message.seq} conversation={conversation} />}
          </span>
        </div>
      </li>
    </>
  )
}

/** How far the message has got: sent, delivered or read. */
function Mark({ seq, conversation: { other_got, other_read } }: { seq: number; conversation: ConversationView }) {
  const { formatMessage: t } = useIntl()
  const name = seq <= other_read ? text.read : seq <= other_got ? text.delivered : text.sent
  const Sign = name === text.sent ? IconCheck : IconChecks
  return (
    <span
      className={c.mark}
      data-read={name === text.read || undefined}
      role="img"
      aria-label={t(name)}
      title={t(name)}
    >
      <Sign size={16} />
    </span>
  )
}

type OutgoingProps = { message: Outgoing; isLive: boolean; onRetry: () => void; onDrop: () => void }

/** A message that is being sent, or that the server refused. */
export function OutgoingBubble({ message, isLive, onRetry, onDrop }: OutgoingProps) {
  const { problem, text: words, images } = message
  return (
    <li className={c.message} data-mine>
      <div className={c.bubble} data-pending>
        {images.length > 0 && (
          <span className={c.foot}>
            <FormattedMessage {...text.images} values={{ count: images.length }} />
          </span>
        )}
        {words && (
          <p className={c.text} dir="auto">
            {words}
          </p>
        )}
        <span className={c.foot}>
          {problem === undefined ? (
            <>
              <IconClock size={16} aria-hidden />
              <FormattedMessage {...(isLive ? text.sending : text.waiting)} />
            </>
          ) : (
            <span role="alert" className={c.problem}>
              <IconAlertCircle size={16} aria-hidden />
              <FormattedMessage {...text.failed} />
              {': '}
              <bdi>{problem}</bdi>
            </span>
          )}
        </span>
        {problem !== undefined && (
          <span className={c.again}>
            <Button variant="default" size="xs" h={44} onClick={onRetry}>
              <FormattedMessage {...common.retry} />
            </Button>
            <Button variant="subtle" size="xs" h={44} onClick={onDrop}>
              <FormattedMessage {...text.discard} />
            </Button>
          </span>
        )}
      </div>
    </li>
  )
}
