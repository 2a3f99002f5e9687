import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { TripLineView, VehicleView } from '@/lib/api/types.gen'
import type { Trip } from '@/contracts/rent-vehicle'
import { toast, toastFailure } from '@/lib/page/toast'
import { isRefusal } from '@/lib/requests/problems'
import { currentOrigin, type Origin } from '@/lib/requests/use-queued-mutation'
import { defineMessages } from '@/lib/text/messages'
import { conflictsOf } from './conflicts'
import { useAddVehicle } from './trip-cart-queries'
import { withPickup } from './trip-payload'
import { useChangeTripOfCart } from './use-change-trip'
import { useRun } from './use-run'

const text = defineMessages({
  added: { id: 'trip_cart.added', defaultMessage: 'The vehicle successfully added to your cart.' },
})

/** What is asked before a vehicle is added (RNT-06). */
export type Question = 'booking' | 'provider' | 'type' | 'duration' | 'conflicts'

/** The server's codes for what has to be asked. */
const questionOf: Record<string, Question> = {
  trip_other_provider: 'provider',
  trip_other_type: 'type',
  trip_other_duration: 'duration',
}

function askedBy(error: unknown): Question | undefined {
  return isRefusal(error) ? error.errors.map(({ code }) => questionOf[code]).find(Boolean) : undefined
}

/** The vehicle that is being rented, where that began, and the trip as far as it is known. */
type Wish = { vehicle: VehicleView; origin: Origin; trip?: Trip }

/** Adds vehicles to the trip cart, one at a time, and says which question is open (RNT-06). */
export function useRent() {
  const intl = useIntl()
  const add = useAddVehicle()
  const { changeTrip, removeLines } = useChangeTripOfCart()
  const { isBusy, run } = useRun()
  // They stay while a dialog closes.
  const [wish, setWish] = useState<Wish>()
  const [question, setQuestion] = useState<Question>()
  const [conflicts, setConflicts] = useState<TripLineView[]>([])
  const [failure, setFailure] = useState<unknown>()

  const finish = (calls: () => Promise<unknown>) => {
    setFailure(undefined)
    return run(async () => {
      await calls()
      setQuestion(undefined)
      toast(intl.formatMessage(text.added))
    }, show)
  }

  const show = (error: unknown) => {
    const found = conflictsOf(error)
    const asked = found ? 'conflicts' : askedBy(error)
    if (found) setConflicts(found)
    if (asked) setQuestion(asked)
    else if (question === 'booking') setFailure(error)
    else toastFailure(error, intl)
  }

  const put = ({ vehicle, trip, origin }: Required<Wish>, clearOther = false) =>
    add.mutateAsync({ vehicle, trip: withPickup(trip, vehicle.provider), clearOther }, origin)

  const changeAndPut = (wanted: Required<Wish>) =>
    changeTrip(withPickup(wanted.trip, wanted.vehicle.provider), wanted.origin).then(() => put(wanted))

  const trip = wish?.trip
  const wanted = wish && trip && { ...wish, trip }

  return {
    wish,
    question,
    conflicts,
    failure,
    isBusy,
    /** Begins to rent a vehicle. Without a trip the booking form is opened. */
    begin: (vehicle: VehicleView, trip?: Trip) => {
      if (isBusy) return
      const origin = currentOrigin()
      setWish({ vehicle, trip, origin })
      setFailure(undefined)
      if (trip) void finish(() => put({ vehicle, trip, origin }))
      else setQuestion('booking')
    },
    /** Adds the vehicle for the trip of the booking form. */
    book: (trip: Trip) => {
      if (!wish || question !== 'booking') return // a second click, while the form closes
      setWish({ ...wish, trip })
      void finish(() => put({ ...wish, trip }))
    },
    /** The yes to the question that is open. */
    agree: () => {
      if (!wanted || !question) return
      if (question === 'provider') void finish(() => put(wanted, true))
      else if (question === 'conflicts')
        void finish(() => removeLines(conflicts, wanted.origin).then(() => changeAndPut(wanted)))
      else void finish(() => changeAndPut(wanted))
    },
    /** Closes the question. Nothing is closed while its calls are running. */
    close: () => isBusy || setQuestion(undefined),
  }
}
