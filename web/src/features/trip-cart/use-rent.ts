import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { TripLineView, VehicleView } from '@/lib/api/types.gen'
import type { Trip } from '@/contracts/rent-vehicle'
import { toast, toastFailure } from '@/lib/page/toast'
import { isRefusal } from '@/lib/requests/problems'
import { currentOrigin, type Origin } from '@/lib/requests/use-queued-mutation'
import { useRun } from '@/lib/requests/use-run'
import { defineMessages } from '@/lib/text/messages'
import { conflictsOf } from './conflicts'
import { useAddVehicle } from './trip-cart-queries'
import { withPickup } from './trip-payload'
import { useChangeTripOfCart } from './use-change-trip'

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
type Rental = { vehicle: VehicleView; origin: Origin; trip?: Trip }

/** The calls that change the trip cart for a rental. */
function useRentCalls() {
  const add = useAddVehicle()
  const { changeTrip, removeLines } = useChangeTripOfCart()
  const put = ({ vehicle, trip, origin }: Required<Rental>, clearOther = false) =>
    add.mutateAsync({ vehicle, trip: withPickup(trip, vehicle.provider), clearOther }, origin)
  const changeAndPut = (rental: Required<Rental>) =>
    changeTrip(withPickup(rental.trip, rental.vehicle.provider), rental.origin).then(() => put(rental))
  return { put, changeAndPut, removeLines }
}

/** Adds vehicles to the trip cart, one at a time, and says which question is open (RNT-06). */
export function useRent() {
  const intl = useIntl()
  const { put, changeAndPut, removeLines } = useRentCalls()
  const { isBusy, run } = useRun()
  // They stay while a dialog closes.
  const [rental, setRental] = useState<Rental>()
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

  const trip = rental?.trip
  const wanted = rental && trip && { ...rental, trip }

  return {
    rental,
    question,
    conflicts,
    failure,
    isBusy,
    /** Begins to rent a vehicle. Without a trip the booking form is opened. */
    begin: (vehicle: VehicleView, trip?: Trip) => {
      if (isBusy) return
      const origin = currentOrigin()
      setRental({ vehicle, trip, origin })
      setFailure(undefined)
      if (trip) void finish(() => put({ vehicle, trip, origin }))
      else setQuestion('booking')
    },
    /** Adds the vehicle for the trip of the booking form. */
    book: (trip: Trip) => {
      if (!rental || question !== 'booking') return // a second click, while the form closes
      setRental({ ...rental, trip })
      void finish(() => put({ ...rental, trip }))
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
