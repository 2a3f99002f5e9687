import { ReviewBox } from '@/components/review/review-box'
import { opinionsOf } from '@/components/review/review-draft'
import type { TripView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { usePostTripReviews } from './trip-queries'

const text = defineMessages({
  title: { id: 'trip_review.title', defaultMessage: 'Rate your trip' },
  hint: {
    id: 'trip_review.hint',
    defaultMessage: 'Rate what you like; the rest can wait. Everybody can read it, with your first name.',
  },
  reply: { id: 'trip_review.reply', defaultMessage: 'Reply from the provider' },
})

/** What the customer has said about the vehicles of a completed trip, and the way to say more (RNT-11). */
export function TripReview({ trip }: { trip: TripView }) {
  const post = usePostTripReviews(trip.id)
  const { review } = trip
  if (!review) return null
  const nameOf = (id: number) => trip.lines.find((line) => line.vehicle_id === id)?.name ?? ''
  return (
    <ReviewBox
      title={text.title}
      hint={text.hint}
      reply={text.reply}
      given={review.given.map((one) => ({ ...one, name: nameOf(one.vehicle_id) }))}
      questions={review.vehicles.map((key) => ({ key, name: nameOf(key) }))}
      isSending={post.isPending}
      onSend={(draft) => {
        const vehicles = opinionsOf(draft, review.vehicles).map(([vehicle_id, opinion]) => ({ vehicle_id, ...opinion }))
        return post.mutateAsync({ path: { id: trip.id }, body: { vehicles } })
      }}
    />
  )
}
