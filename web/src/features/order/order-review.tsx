import { useIntl } from 'react-intl'
import { InfoBox } from '@/components/layout/info-box'
import { ReviewBox } from '@/components/review/review-box'
import type { GivenReviewView, OrderView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { usePostReviews } from './order-queries'
import { bodyOf, subjectsOf, type Subject } from './review-draft'

const text = defineMessages({
  title: { id: 'review.title', defaultMessage: 'Rate your order' },
  titleRider: { id: 'review.title_rider', defaultMessage: 'Rate your rider' },
  hint: {
    id: 'review.hint',
    defaultMessage:
      'Rate what you like; the rest can wait. Everybody can read reviews of items and of the store, with your first name.',
  },
  rider: { id: 'review.rider', defaultMessage: 'Your rider' },
  riderHint: { id: 'review.rider_hint', defaultMessage: 'Only the team reads this.' },
  reply: { id: 'review_box.reply', defaultMessage: 'Reply from the store' },
  closed: { id: 'review_box.closed', defaultMessage: 'No reviews here' },
  // Prescribed, as it stands (ITEM-12).
  noPlan: { id: 'store.no_review_plan', defaultMessage: 'this store is not having any review plan' },
})

/** What the customer has said about a delivered order, and the way to say more (ITEM-12). */
export function OrderReview({ order }: { order: OrderView }) {
  const { formatMessage: t } = useIntl()
  const post = usePostReviews(order.id)
  const { review } = order
  if (!review) return null
  const nameOf = (subject: Subject) => {
    if (subject === 'rider') return t(text.rider)
    if (subject === 'store') return order.store.name
    return order.lines.find((line) => line.item_id === subject)?.name ?? ''
  }
  const subjects = subjectsOf(order)
  // A plan without reviews is about the store and its items, not the rider.
  const isRiderOnly = review.refusal !== ''
  return (
    <>
      {isRiderOnly && review.given.length === 0 && <InfoBox title={text.closed} why={text.noPlan} />}
      <ReviewBox
        title={isRiderOnly ? text.titleRider : text.title}
        hint={isRiderOnly ? text.riderHint : text.hint}
        why={isRiderOnly ? text.riderHint : undefined}
        reply={text.reply}
        given={review.given.map((one) => ({ ...one, name: nameOf(subjectOf(one)) }))}
        questions={subjects.map((key) => ({
          key,
          name: nameOf(key),
          hint: key === 'rider' && !isRiderOnly ? t(text.riderHint) : undefined,
        }))}
        isSending={post.isPending}
        onSend={(draft) => post.mutateAsync({ path: { id: order.id }, body: bodyOf(draft, subjects) })}
      />
    </>
  )
}

const subjectOf = ({ of, item_id = 0 }: GivenReviewView): Subject => (of === 'item' ? item_id : of)
