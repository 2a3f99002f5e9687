import { useQuery } from '@tanstack/react-query'
import { AddBox, KeepBox } from '@/components/purchase/keep-box'
import type { TripView } from '@/lib/api/types.gen'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { tripOptions, useAddTrip } from './trip-queries'
import { forgetTrip } from './trip-tokens'

const text = defineMessages({
  title: { id: 'keep_trip.title', defaultMessage: 'Keep this trip' },
  why: {
    id: 'keep_trip.why',
    defaultMessage: 'Guests have no list of trips. With an account you find it again, on any device.',
  },
  add: { id: 'keep_trip.add', defaultMessage: 'Add to my trips' },
  addWhy: {
    id: 'keep_trip.add_why',
    defaultMessage: 'You opened it by its link. If you booked it as a guest, add it to your account.',
  },
  added: { id: 'unclaimed_trips.is_mine', defaultMessage: 'Trip {id} is now among your trips' },
  refused: {
    id: 'keep_trip.refused',
    defaultMessage: 'This trip cannot be added: we do not know it as one that you booked as a guest.',
  },
})

type Props = { trip: TripView; token: string }

/** Keeps a trip that was opened by its token: in a new account, or in that of the customer (D33). */
export function KeepTrip({ trip, token }: Props) {
  const { signedIn } = useScope()
  if (signedIn) return <AddTrip id={trip.id} token={token} />
  return (
    <KeepBox
      title={text.title}
      why={text.why}
      keeping={{
        kind: 'trip',
        id: trip.id,
        token,
        name: trip.contact_person_name,
        email: trip.contact_person_email,
        phone: trip.contact_person_number,
      }}
    />
  )
}

function AddTrip({ id, token }: { id: number; token: string }) {
  const { mutateAsync: claim } = useAddTrip()
  return (
    <AddBox
      texts={{ ...text, why: text.addWhy }}
      id={id}
      own={useQuery(tripOptions(id))}
      claim={() => claim({ path: { id }, headers: { 'X-Order-Token': token }, body: { mine: true } })}
      onAdded={() => forgetTrip(id)}
    />
  )
}
