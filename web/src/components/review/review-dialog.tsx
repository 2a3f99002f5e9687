import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { toast } from '@/lib/page/toast'
import { defineMessages, type Message } from '@/lib/text/messages'
import { BusyButton } from '@/components/form/busy-button'
import { Dialog } from '@/components/overlay/dialog'
import { TextAreaField } from '@/components/form/field'
import { ImageField } from '@/components/upload/image-field'
import { noOpinion, opinionsOf, type Draft, type Opinion, type Question } from './review-draft'
import { StarField } from './star-field'
import { useUploading } from '@/components/upload/use-image-upload'
import c from './review.module.css'

const text = defineMessages({
  comment: { id: 'review.comment', defaultMessage: 'Tell us more (optional)' },
  photos: { id: 'review.photos', defaultMessage: 'Photos (optional)' },
  missing: { id: 'review.missing', defaultMessage: 'Please give at least one rating' },
  send: { id: 'review.send', defaultMessage: 'Send' },
  done: { id: 'review.done', defaultMessage: 'Thank you for your review' },
})

const maxCommentLength = 1000

export type ReviewDialogProps = {
  title: Message
  hint: Message
  questions: readonly Question[]
  draft: Draft
  /** Changes the draft as it is then: photos arrive when they are uploaded. */
  onDraft: (change: (draft: Draft) => Draft) => void
  /** Sends the draft, which has stars. It rejects after a toast. */
  onSend: (draft: Draft) => Promise<unknown>
  isSending: boolean
  opened: boolean
  onClose: () => void
}

/** Takes stars, texts and photos about what was bought. After a failure all of it is still there. */
export default function ReviewDialog(props: ReviewDialogProps) {
  const { title, hint, questions, draft, onDraft, onSend, isSending, opened, onClose } = props
  const { formatMessage: t } = useIntl()
  const [isTried, setTried] = useState(false)
  const { isUploading, onBusy } = useUploading()
  const keys = questions.map(({ key }) => key)
  const isEmpty = opinionsOf(draft, keys).length === 0
  const send = () => {
    setTried(true)
    if (isEmpty || isSending) return
    onSend(draft)
      .then(() => {
        toast(t(text.done))
        onDraft(() => ({}))
        onClose()
      })
      .catch(() => {}) // a toast says why
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(title)}
      width={640}
      footer={
        <BusyButton size="md" fullWidth busy={isSending || isUploading} onClick={send}>
          <FormattedMessage {...text.send} />
        </BusyButton>
      }
    >
      <div className={c.form}>
        <p className={c.hint}>
          <FormattedMessage {...hint} />
        </p>
        {questions.map((question) => (
          <QuestionFields
            key={question.key}
            question={question}
            opinion={draft[question.key] ?? noOpinion}
            onChange={(part) =>
              onDraft((now) => ({ ...now, [question.key]: { ...(now[question.key] ?? noOpinion), ...part } }))
            }
            onBusy={onBusy}
          />
        ))}
        <p role="alert" className={c.problem}>
          {isTried && isEmpty && <FormattedMessage {...text.missing} />}
        </p>
      </div>
    </Dialog>
  )
}

type QuestionProps = {
  question: Question
  opinion: Opinion
  onChange: (part: Partial<Opinion>) => void
  onBusy: (isUploading: boolean) => void
}

/** Text and photos are asked for once there are stars. */
function QuestionFields({ question: { name, hint }, opinion, onChange, onBusy }: QuestionProps) {
  const { formatMessage: t } = useIntl()
  return (
    <section className={c.question} aria-label={name}>
      <div className={c.row}>
        <b className={c.name}>
          <bdi>{name}</bdi>
        </b>
        <StarField label={name} value={opinion.rating} onChange={(rating) => onChange({ rating })} />
      </div>
      {opinion.rating > 0 && (
        <>
          <TextAreaField
            label={t(text.comment)}
            description={hint}
            maxLength={maxCommentLength}
            value={opinion.comment}
            onChange={(event) => onChange({ comment: event.currentTarget.value })}
          />
          {hint === undefined && (
            <div>
              <p className={c.label}>
                <FormattedMessage {...text.photos} />
              </p>
              <ImageField
                purpose="review"
                images={opinion.images}
                onChange={(images) => onChange({ images })}
                onBusy={onBusy}
              />
            </div>
          )}
        </>
      )}
    </section>
  )
}
