import { Button } from '@mantine/core'
import { IconStarFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { lazyOverlay } from '@/components/lazy'
import { Stars } from '@/components/stars'
import { UploadedImage } from '@/components/uploaded-image'
import type { GivenReviewView, OrderView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { InfoBox } from '@/components/info-box'
import { subjectsOf, type Draft } from './review-draft'
import c from './review.module.css'

const ReviewDialog = lazyOverlay(() => import('./review-dialog'))

const text = defineMessages({
  ask: { id: 'review_box.ask', defaultMessage: 'How was it?' },
  askWhy: { id: 'review_box.ask_why', defaultMessage: 'Your review helps others to choose.' },
  rate: { id: 'review_box.rate', defaultMessage: 'Rate your order' },
  rest: { id: 'review_box.rest', defaultMessage: 'Rate the rest' },
  given: { id: 'review_box.given', defaultMessage: 'Your review' },
  givenWhy: { id: 'review_box.given_why', defaultMessage: 'Thank you for taking the time.' },
  closed: { id: 'review_box.closed', defaultMessage: 'No reviews here' },
  // Prescribed, as it stands (ITEM-12).
  noPlan: { id: 'store.no_review_plan', defaultMessage: 'this store is not having any review plan' },
  rider: { id: 'review_box.rider', defaultMessage: 'Your rider' },
  rated: { id: 'review_box.rated', defaultMessage: '{value} out of 5' },
  photo: { id: 'review_box.photo', defaultMessage: 'Photo {number} of your review of {name}' },
  reply: { id: 'review_box.reply', defaultMessage: 'Reply from the shop' },
})

/** What the customer has said about a delivered order, and the way to say more (ITEM-12). */
export function ReviewBox({ order }: { order: OrderView }) {
  const [opened, setOpened] = useState(false)
  const [draft, setDraft] = useState<Draft>({})
  const { review } = order
  if (!review) return null
  const isAsked = subjectsOf(order).length > 0
  const isGiven = review.given.length > 0
  if (review.refusal && !isGiven) {
    return (
      <InfoBox title={text.closed} why={text.noPlan}>
        {null}
      </InfoBox>
    )
  }
  if (!isAsked && !isGiven) return null
  return (
    <InfoBox title={isGiven ? text.given : text.ask} why={isGiven ? text.givenWhy : text.askWhy}>
      {isGiven && (
        <ul className={c.given}>
          {review.given.map((given) => (
            <Given key={given.id} given={given} order={order} />
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
          <FormattedMessage {...(isGiven ? text.rest : text.rate)} />
        </Button>
      )}
      <ReviewDialog order={order} draft={draft} onDraft={setDraft} opened={opened} onClose={() => setOpened(false)} />
    </InfoBox>
  )
}

function Given({ given, order }: { given: GivenReviewView; order: OrderView }) {
  const { formatMessage: t } = useIntl()
  const line = order.lines.find((one) => one.item_id === given.item_id)
  const name = given.of === 'rider' ? t(text.rider) : given.of === 'store' ? order.store.name : (line?.name ?? '')
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
            <FormattedMessage {...text.reply} />
          </b>
          <bdi>{given.reply}</bdi>
        </p>
      )}
    </li>
  )
}
