import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/busy-button'
import { Dialog } from '@/components/dialog'
import { TextAreaField } from '@/components/field'
import { ImageField } from '@/components/image-field'
import type { OrderView } from '@/lib/api/types.gen'
import { toast } from '@/lib/page/toast'
import { defineMessages } from '@/lib/text/messages'
import { usePostReviews } from './order-queries'
import { bodyOf, noOpinion, subjectsOf, type Draft, type Opinion, type Subject } from './review-draft'
import { StarField } from './star-field'
import c from './review.module.css'

const text = defineMessages({
  title: { id: 'review.title', defaultMessage: 'Rate your order' },
  hint: {
    id: 'review.hint',
    defaultMessage:
      'Rate what you like; the rest can wait. Everybody can read reviews of items and of the shop, with your first name.',
  },
  rider: { id: 'review.rider', defaultMessage: 'Your rider' },
  riderHint: { id: 'review.rider_hint', defaultMessage: 'Only the team reads this.' },
  comment: { id: 'review.comment', defaultMessage: 'Tell us more (optional)' },
  photos: { id: 'review.photos', defaultMessage: 'Photos (optional)' },
  missing: { id: 'review.missing', defaultMessage: 'Please give at least one rating' },
  send: { id: 'review.send', defaultMessage: 'Send' },
  done: { id: 'review.done', defaultMessage: 'Thank you for your review' },
})

const longestComment = 1000

type Props = {
  order: OrderView
  draft: Draft
  onDraft: (draft: Draft) => void
  opened: boolean
  onClose: () => void
}

/** Takes stars, texts and photos about what was delivered. After a failure all of it is still there. */
export default function ReviewDialog({ order, draft, onDraft, opened, onClose }: Props) {
  const { formatMessage: t } = useIntl()
  const post = usePostReviews(order.id)
  const [isTried, setTried] = useState(false)
  const subjects = subjectsOf(order)
  const body = bodyOf(draft, subjects)
  const send = () => {
    setTried(true)
    if (!body || post.isPending) return
    post
      .mutateAsync({ path: { id: order.id }, body })
      .then(() => {
        toast(t(text.done))
        onDraft({})
        onClose()
      })
      .catch(() => {}) // a toast says why
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(text.title)}
      width={640}
      footer={
        <BusyButton size="md" fullWidth busy={post.isPending} onClick={send}>
          <FormattedMessage {...text.send} />
        </BusyButton>
      }
    >
      <div className={c.form}>
        <p className={c.hint}>
          <FormattedMessage {...text.hint} />
        </p>
        {subjects.map((subject) => (
          <Question
            key={subject}
            subject={subject}
            name={nameOf(order, subject) ?? t(text.rider)}
            opinion={draft[subject] ?? noOpinion}
            onChange={(opinion) => onDraft({ ...draft, [subject]: opinion })}
          />
        ))}
        <p role="alert" className={c.problem}>
          {isTried && !body && <FormattedMessage {...text.missing} />}
        </p>
      </div>
    </Dialog>
  )
}

/** The name of what is rated; undefined: the rider. */
function nameOf(order: OrderView, subject: Subject) {
  if (subject === 'store') return order.store.name
  return order.lines.find((line) => line.item_id === subject)?.name
}

type QuestionProps = { subject: Subject; name: string; opinion: Opinion; onChange: (opinion: Opinion) => void }

/** Text and photos are asked for once there are stars. */
function Question({ subject, name, opinion, onChange }: QuestionProps) {
  const { formatMessage: t } = useIntl()
  return (
    <section className={c.question} aria-label={name}>
      <div className={c.row}>
        <b className={c.name}>
          <bdi>{name}</bdi>
        </b>
        <StarField label={name} value={opinion.rating} onChange={(rating) => onChange({ ...opinion, rating })} />
      </div>
      {opinion.rating > 0 && (
        <>
          <TextAreaField
            label={t(text.comment)}
            description={subject === 'rider' ? t(text.riderHint) : undefined}
            maxLength={longestComment}
            value={opinion.comment}
            onChange={(event) => onChange({ ...opinion, comment: event.currentTarget.value })}
          />
          {subject !== 'rider' && (
            <div>
              <p className={c.label}>
                <FormattedMessage {...text.photos} />
              </p>
              <ImageField
                purpose="review"
                images={opinion.images}
                onChange={(images) => onChange({ ...opinion, images })}
              />
            </div>
          )}
        </>
      )}
    </section>
  )
}
