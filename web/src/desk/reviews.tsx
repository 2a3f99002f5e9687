import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { TextAreaField } from '@/components/form/field'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { Stars } from '@/components/review/stars'
import { Tabs } from '@/components/layout/tabs'
import type { StaffMemberView } from '@/lib/api/types.gen'
import { toast } from '@/lib/page/toast'
import { useShop } from '@/lib/scope/shop'
import { defineMessages, type Message } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useDates } from '@/lib/text/times'
import {
  reviewStates,
  useHide,
  useReply,
  useReplyDrafts,
  useReviewsToReply,
  type DeskReview,
  type ReviewState,
} from './desk-reviews'
import { NothingNew } from './nothing-new'
import { PrivateImages } from './private-images'
import c from './reviews.module.css'

const text = defineMessages({
  which: { id: 'desk_reviews.which', defaultMessage: 'Which reviews' },
  unanswered: { id: 'desk_reviews.unanswered', defaultMessage: 'Without a reply' },
  all: { id: 'desk_reviews.all', defaultMessage: 'All' },
  none: { id: 'desk_reviews.none', defaultMessage: 'No reviews here' },
  shown: { id: 'desk_reviews.shown', defaultMessage: 'Shown' },
  hidden: { id: 'desk_reviews.hidden', defaultMessage: 'Hidden' },
  vehicles: { id: 'desk_reviews.vehicles', defaultMessage: 'Vehicles' },
  hidden_vehicles: { id: 'desk_reviews.hidden_vehicles', defaultMessage: 'Vehicles, hidden' },
  store: { id: 'desk_reviews.store', defaultMessage: 'Your store' },
  wholeStore: { id: 'desk_reviews.whole_store', defaultMessage: 'The store' },
  rider: { id: 'desk_reviews.rider', defaultMessage: 'The rider' },
  order: { id: 'desk_reviews.order', defaultMessage: 'Order {id}' },
  trip: { id: 'desk_reviews.trip', defaultMessage: 'Trip {id}' },
  nobody: { id: 'desk_reviews.nobody', defaultMessage: 'A customer' },
  rated: { id: 'desk_reviews.rated', defaultMessage: '{value} out of 5' },
  photo: { id: 'desk_reviews.photo', defaultMessage: 'Photo {number}, opens in a new tab' },
  reply: { id: 'desk_reviews.reply', defaultMessage: 'Your reply' },
  storeReply: { id: 'desk_reviews.store_reply', defaultMessage: 'Reply of the store' },
  providerReply: { id: 'desk_reviews.provider_reply', defaultMessage: 'Reply of the provider' },
  hint: { id: 'desk_reviews.hint', defaultMessage: 'Everybody can read it.' },
  newer: {
    id: 'desk_reviews.newer',
    defaultMessage: 'Somebody else has replied meanwhile. If you send your reply, it replaces this one.',
  },
  missing: { id: 'desk_reviews.missing', defaultMessage: 'Please write something' },
  write: { id: 'desk_reviews.write', defaultMessage: 'Reply' },
  edit: { id: 'desk_reviews.edit', defaultMessage: 'Edit reply' },
  send: { id: 'desk_reviews.send', defaultMessage: 'Send reply' },
  cancel: { id: 'desk_reviews.cancel', defaultMessage: 'Cancel' },
  done: { id: 'desk_reviews.done', defaultMessage: 'Your reply is published' },
  hide: { id: 'desk_reviews.hide', defaultMessage: 'Hide' },
  show: { id: 'desk_reviews.show', defaultMessage: 'Show again' },
  isHidden: { id: 'desk_reviews.is_hidden', defaultMessage: 'The review is hidden. Its stars no longer count.' },
  isShown: { id: 'desk_reviews.is_shown', defaultMessage: 'Everybody can read the review again' },
})

const maxReplyLength = 1000

/**
 * For a vendor: the reviews of the store and its items, or of the provider's vehicles, with the own replies. For an
 * admin: those of all stores, riders and vehicles, which an admin hides or shows (ITEM-12, RNT-04).
 */
export function Reviews({ member }: { member: StaffMemberView }) {
  const { formatMessage: t } = useIntl()
  const states = reviewStates[member.role === 'admin' ? 'admin' : 'vendor']
  const [state, setState] = useState<ReviewState>(states[0])
  return (
    <Tabs
      label={t(text.which)}
      tabs={states.map((key) => ({ key, name: t(text[key]) }))}
      current={state}
      onChange={setState}
    >
      <List key={state} member={member} state={state} />
    </Tabs>
  )
}

function List({ member, state }: { member: StaffMemberView; state: ReviewState }) {
  const { list, reviews } = useReviewsToReply(member, state)
  const query = { ...list, data: reviews, refetch: () => list.refetch() }
  return (
    <QueryView query={query} skeleton={<Skeleton height={160} radius={18} />}>
      {(all) =>
        all.length === 0 ? (
          <NothingNew title={<FormattedMessage {...text.none} />} />
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

type ReviewProps = { member: StaffMemberView; review: DeskReview }

function Review({ member, review }: ReviewProps) {
  const { formatMessage: t } = useIntl()
  const write = useDates(useShop().time_zone)
  const isAdmin = member.role === 'admin'
  const name = review.customer_name || t(text.nobody)
  const subject = () => {
    if (review.of === 'rider') return t(text.rider)
    return review.item_name || t(isAdmin ? text.wholeStore : text.store)
  }
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
        {isAdmin && (
          <>
            <bdi>{review.store_name}</bdi>
            {' · '}
          </>
        )}
        <bdi>{subject()}</bdi>
        {review.order_id && (
          <>
            {' · '}
            <FormattedMessage {...text.order} values={{ id: review.order_id }} />
          </>
        )}
        {review.trip_id && (
          <>
            {' · '}
            <FormattedMessage {...text.trip} values={{ id: review.trip_id }} />
          </>
        )}
      </p>
      {review.comment && (
        <p>
          <bdi>{review.comment}</bdi>
        </p>
      )}
      <Images member={member} review={review} />
      {isAdmin ? (
        <>
          {review.reply && <Reply title={sellerReply(review)} reply={review.reply} />}
          <HideButton member={member} review={review} />
        </>
      ) : (
        <OwnReply member={member} review={review} />
      )}
    </li>
  )
}

/** The images of a hidden review are private: only admins can read them. */
function Images({ member, review }: ReviewProps) {
  const { formatMessage: t } = useIntl()
  if (review.images.length === 0) return null
  const label = (number: number) => t(text.photo, { number })
  if (review.hidden) return <PrivateImages ids={review.images.map(uploadOf)} role={member.role} label={label} />
  return (
    <ul className={c.images}>
      {review.images.map((image, at) => (
        <li key={image.image_full_url}>
          <a href={image.image_full_url} target="_blank" rel="noreferrer">
            <img src={image.thumbnail_full_url} alt={label(at + 1)} width={96} height={96} className={c.image} />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The id of the upload is the end of its address. */
const uploadOf = ({ image_full_url: url }: DeskReview['images'][number]) => url.slice(url.lastIndexOf('/') + 1)

const sellerReply = ({ of }: DeskReview) => (of === 'vehicle' ? text.providerReply : text.storeReply)

function Reply({ title, reply }: { title: Message; reply: string }) {
  return (
    <p className={c.reply}>
      <b>
        <FormattedMessage {...title} />
      </b>
      <bdi>{reply}</bdi>
    </p>
  )
}

function HideButton({ member, review }: ReviewProps) {
  const { formatMessage: t } = useIntl()
  const hide = useHide(member)
  const send = () => {
    hide
      .mutateAsync({ ...review, hidden: !review.hidden })
      .then(() => toast(t(review.hidden ? text.isShown : text.isHidden)))
      .catch(() => {}) // a toast says why
  }
  return (
    <div>
      <BusyButton variant="default" h={44} busy={hide.isPending} onClick={send}>
        <FormattedMessage {...(review.hidden ? text.show : text.hide)} />
      </BusyButton>
    </div>
  )
}

function OwnReply({ member, review }: ReviewProps) {
  const { drafts, keep } = useReplyDrafts(member)
  const [isOpened, setOpened] = useState(false)
  if (drafts[review.id]) return <ReplyForm member={member} review={review} isOpened={isOpened} />
  const open = () => {
    setOpened(true)
    keep({ review, words: review.reply })
  }
  return (
    <>
      {review.reply && <Reply title={text.reply} reply={review.reply} />}
      <div>
        <Button variant="default" h={44} onClick={open}>
          <FormattedMessage {...(review.reply ? text.edit : text.write)} />
        </Button>
      </div>
    </>
  )
}

type FormProps = ReviewProps & {
  /** By its button, not by coming back to it. */
  isOpened: boolean
}

/** Stays open with its text while sending fails, and while the tab is left. */
function ReplyForm({ member, review, isOpened }: FormProps) {
  const { formatMessage: t } = useIntl()
  const reply = useReply(member)
  const form = useRef<HTMLFormElement>(null)
  const { drafts, keep, drop } = useReplyDrafts(member)
  const began = drafts[review.id]?.review ?? review
  const [words, setWords] = useState(drafts[review.id]?.words ?? review.reply)
  const [isTried, setTried] = useState(false)
  const isEmpty = words.trim() === ''
  const hasNewer = review.reply !== '' && review.reply !== began.reply && review.reply !== words.trim()

  // The button that opened the form is gone, so the form takes the focus.
  useEffect(() => {
    if (isOpened) form.current?.querySelector('textarea')?.focus()
  }, [isOpened])

  const edit = (next: string) => {
    setWords(next)
    keep({ review: began, words: next })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isEmpty || reply.isPending) return
    reply
      .mutateAsync({ id: review.id, reply: words })
      .then(() => {
        toast(t(text.done))
        drop(review.id)
      })
      .catch(() => {}) // a toast says why
  }
  return (
    <form ref={form} className={c.form} onSubmit={send} noValidate>
      {hasNewer && (
        <>
          <Reply title={sellerReply(review)} reply={review.reply} />
          <p role="alert" className={c.quiet}>
            <FormattedMessage {...text.newer} />
          </p>
        </>
      )}
      <TextAreaField
        label={t(text.reply)}
        description={t(text.hint)}
        maxLength={maxReplyLength}
        value={words}
        error={isTried && isEmpty ? t(text.missing) : undefined}
        onChange={(event) => edit(event.currentTarget.value)}
      />
      <div className={c.buttons}>
        <BusyButton type="submit" h={44} busy={reply.isPending}>
          <FormattedMessage {...text.send} />
        </BusyButton>
        <Button variant="default" h={44} onClick={() => drop(review.id)}>
          <FormattedMessage {...text.cancel} />
        </Button>
      </div>
    </form>
  )
}
