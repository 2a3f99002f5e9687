import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/busy-button'
import { EmptyState } from '@/components/empty-state'
import { TextAreaField } from '@/components/field'
import { More } from '@/components/more'
import { QueryView } from '@/components/query-view'
import { Skeleton } from '@/components/skeleton'
import { Stars } from '@/components/stars'
import { Tabs } from '@/components/tabs'
import type { StaffMemberView, StaffReviewView } from '@/lib/api/types.gen'
import { toast } from '@/lib/page/toast'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import { useReply, useReviews, type ReviewState } from './desk-reviews'
import c from './reviews.module.css'

const text = defineMessages({
  which: { id: 'desk_reviews.which', defaultMessage: 'Which reviews' },
  unanswered: { id: 'desk_reviews.unanswered', defaultMessage: 'Without a reply' },
  all: { id: 'desk_reviews.all', defaultMessage: 'All' },
  none: { id: 'desk_reviews.none', defaultMessage: 'No reviews here' },
  noneText: { id: 'desk_reviews.none_text', defaultMessage: 'New ones appear here by themselves.' },
  store: { id: 'desk_reviews.store', defaultMessage: 'Your store' },
  order: { id: 'desk_reviews.order', defaultMessage: 'Order {id}' },
  nobody: { id: 'desk_reviews.nobody', defaultMessage: 'A customer' },
  rated: { id: 'desk_reviews.rated', defaultMessage: '{value} out of 5' },
  photo: { id: 'desk_reviews.photo', defaultMessage: 'Photo {number}, opens in a new tab' },
  reply: { id: 'desk_reviews.reply', defaultMessage: 'Your reply' },
  hint: { id: 'desk_reviews.hint', defaultMessage: 'Everybody can read it.' },
  missing: { id: 'desk_reviews.missing', defaultMessage: 'Please write something' },
  write: { id: 'desk_reviews.write', defaultMessage: 'Reply' },
  edit: { id: 'desk_reviews.edit', defaultMessage: 'Edit reply' },
  send: { id: 'desk_reviews.send', defaultMessage: 'Send reply' },
  cancel: { id: 'desk_reviews.cancel', defaultMessage: 'Cancel' },
  done: { id: 'desk_reviews.done', defaultMessage: 'Your reply is published' },
})

const longestReply = 1000

/** The reviews of the vendor's store and its items, with the store's replies (ITEM-12). */
export function Reviews({ member }: { member: StaffMemberView }) {
  const { formatMessage: t } = useIntl()
  const [state, setState] = useState<ReviewState>('unanswered')
  return (
    <Tabs
      label={t(text.which)}
      tabs={(['unanswered', 'all'] as const).map((key) => ({ key, name: t(text[key]) }))}
      current={state}
      onChange={setState}
    >
      <List key={state} member={member} state={state} />
    </Tabs>
  )
}

function List({ member, state }: { member: StaffMemberView; state: ReviewState }) {
  const { list, reviews } = useReviews(member, state)
  const query = { ...list, data: reviews, refetch: () => list.refetch() }
  return (
    <QueryView query={query} skeleton={<Skeleton height={160} radius={18} />}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState title={<FormattedMessage {...text.none} />} text={<FormattedMessage {...text.noneText} />} />
        ) : (
          <>
            <ul className={c.list}>
              {all.map((review) => (
                <Review key={review.id} member={member} review={review} />
              ))}
            </ul>
            <More list={list} />
          </>
        )
      }
    </QueryView>
  )
}

function Review({ member, review }: { member: StaffMemberView; review: StaffReviewView }) {
  const { formatMessage: t } = useIntl()
  const write = useTimes(useShop().time_zone)
  const [isWriting, setWriting] = useState(false)
  const name = review.customer_name || t(text.nobody)
  return (
    <li className={c.review} aria-label={name}>
      <p className={c.head}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span className={c.stars}>
          <Stars value={review.rating} />
          <span className="sr">
            <FormattedMessage {...text.rated} values={{ value: review.rating }} />
          </span>
        </span>
        <time dateTime={review.created_at} className={c.quiet}>
          {write(review.created_at, dayTime)}
        </time>
      </p>
      <p className={c.quiet}>
        <bdi>{review.item_name || t(text.store)}</bdi>
        {review.order_id && (
          <>
            {' · '}
            <FormattedMessage {...text.order} values={{ id: review.order_id }} />
          </>
        )}
      </p>
      {review.comment && (
        <p>
          <bdi>{review.comment}</bdi>
        </p>
      )}
      {review.images.length > 0 && (
        <ul className={c.images}>
          {review.images.map((image, at) => (
            <li key={image.image_full_url}>
              <a href={image.image_full_url} target="_blank" rel="noreferrer">
                <img
                  src={image.thumbnail_full_url}
                  alt={t(text.photo, { number: at + 1 })}
                  width={96}
                  height={96}
                  className={c.image}
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {review.reply && !isWriting && (
        <p className={c.reply}>
          <b>
            <FormattedMessage {...text.reply} />
          </b>
          <bdi>{review.reply}</bdi>
        </p>
      )}
      {isWriting ? (
        <ReplyForm member={member} review={review} onClose={() => setWriting(false)} />
      ) : (
        <div>
          <Button variant="default" h={44} onClick={() => setWriting(true)}>
            <FormattedMessage {...(review.reply ? text.edit : text.write)} />
          </Button>
        </div>
      )}
    </li>
  )
}

type FormProps = { member: StaffMemberView; review: StaffReviewView; onClose: () => void }

/** Stays open with its text while sending fails. */
function ReplyForm({ member, review, onClose }: FormProps) {
  const { formatMessage: t } = useIntl()
  const reply = useReply(member)
  const form = useRef<HTMLFormElement>(null)
  const [words, setWords] = useState(review.reply)
  const [isTried, setTried] = useState(false)
  const isEmpty = words.trim() === ''

  // The button that opened the form is gone, so the form takes the focus.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])

  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isEmpty || reply.isPending) return
    reply
      .mutateAsync({ id: review.id, reply: words })
      .then(() => {
        toast(t(text.done))
        onClose()
      })
      .catch(() => {}) // a toast says why
  }
  return (
    <form ref={form} className={c.form} onSubmit={send} noValidate>
      <TextAreaField
        label={t(text.reply)}
        description={t(text.hint)}
        maxLength={longestReply}
        value={words}
        error={isTried && isEmpty ? t(text.missing) : undefined}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <div className={c.buttons}>
        <BusyButton type="submit" h={44} busy={reply.isPending}>
          <FormattedMessage {...text.send} />
        </BusyButton>
        <Button variant="default" h={44} onClick={onClose}>
          <FormattedMessage {...text.cancel} />
        </Button>
      </div>
    </form>
  )
}
