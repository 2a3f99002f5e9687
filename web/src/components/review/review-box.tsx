import { Button } from '@mantine/core'
import { IconStarFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { defineMessages, type Message } from '@/lib/text/messages'
import { InfoBox } from '@/components/layout/info-box'
import { lazyOverlay } from '@/components/loading/lazy'
import type { ReviewDialogProps } from './review-dialog'
import type { Draft } from './review-draft'
import { Stars } from './stars'
import { UploadedImage } from '@/components/upload/uploaded-image'
import c from './review.module.css'

const ReviewDialog = lazyOverlay(() => import('./review-dialog'))

const text = defineMessages({
  ask: { id: 'review_box.ask', defaultMessage: 'How was it?' },
  askWhy: { id: 'review_box.ask_why', defaultMessage: 'Your review helps others to choose.' },
  rest: { id: 'review_box.rest', defaultMessage: 'Rate the rest' },
  given: { id: 'review_box.given', defaultMessage: 'Your review' },
  givenWhy: { id: 'review_box.given_why', defaultMessage: 'Thank you for taking the time.' },
  rated: { id: 'review_box.rated', defaultMessage: '{value} out of 5' },
  photo: { id: 'review_box.photo', defaultMessage: 'Photo {number} of your review of {name}' },
})

/** A review as its author sees it. */
export type GivenReview = { id: number; name: string; rating: number; comment: string; images: string[]; reply: string }

type Props = Pick<ReviewDialogProps, 'title' | 'hint' | 'questions' | 'onSend' | 'isSending'> & {
  given: readonly GivenReview[]
  /** Whose reply it is. */
  reply: Message
  /** Why to review. Default: to help others. */
  why?: Message | undefined
}

/** What the customer has said about what they bought, and the way to say more (ITEM-12, RNT-11). */
export function ReviewBox({ given, reply, why = text.askWhy, ...dialog }: Props) {
  const [opened, setOpened] = useState(false)
  const [draft, setDraft] = useState<Draft>({})
  const isAsked = dialog.questions.length > 0
  const isGiven = given.length > 0
  if (!isAsked && !isGiven) return null
  return (
    <InfoBox title={isGiven ? text.given : text.ask} why={isGiven ? text.givenWhy : why}>
      {isGiven && (
        <ul className={c.given}>
          {given.map((one) => (
            <GivenReviewEntry key={one.id} given={one} reply={reply} />
          ))}
        </ul>
      )}
      {isAsked && (
        <Button
          variant={isGiven ? 'default' : 'filled'}
          h={44}
          leftSection={<IconStarFilled size={18} aria-hidden />}
          onClick={() => setOpened(true)}
          aria-haspopup="dialog"
        >
          <FormattedMessage {...(isGiven ? text.rest : dialog.title)} />
        </Button>
      )}
      <ReviewDialog {...dialog} draft={draft} onDraft={setDraft} opened={opened} onClose={() => setOpened(false)} />
    </InfoBox>
  )
}

function GivenReviewEntry({ given, reply }: { given: GivenReview; reply: Message }) {
  const { formatMessage: t } = useIntl()
  const { name } = given
  return (
    <li className={c.one}>
      <p className={c.row}>
        <b className={c.name}>
          <bdi>{name}</bdi>
        </b>
        <span className={c.stars}>
          <Stars value={given.rating} />
          <span className="sr">
            <FormattedMessage {...text.rated} values={{ value: given.rating }} />
          </span>
        </span>
      </p>
      {given.comment && (
        <p>
          <bdi>{given.comment}</bdi>
        </p>
      )}
      {given.images.length > 0 && (
        <ul className={c.images}>
          {given.images.map((id, at) => (
            <li key={id}>
              <UploadedImage id={id} label={t(text.photo, { number: at + 1, name })} />
            </li>
          ))}
        </ul>
      )}
      {given.reply && (
        <p className={c.reply}>
          <b>
            <FormattedMessage {...reply} />
          </b>
          <bdi>{given.reply}</bdi>
        </p>
      )}
    </li>
  )
}
