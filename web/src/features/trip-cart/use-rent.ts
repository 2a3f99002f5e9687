import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { TripLineView, VehicleView } from '@/lib/api/types.gen'
import type { Trip } from '@/contracts/rent-vehicle'
import { tripCartOptions } from '@/contracts/trip-cart'
import { toast, toastFailure } from '@/lib/page/toast'
import { isRefusal } from '@/lib/requests/problems'
import { currentScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { conflictsOf } from './conflicts'
import { useAddVehicle, useChangeTrip, useRemoveLines } from './trip-cart-queries'

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

/** The vehicle that is being rented, and the trip as far as it is known. */
type Wish = { vehicle: VehicleView; trip?: Trip }

/** Adds vehicles to the trip cart, one at a time, and says which question is open (RNT-06). */
export function useRent() {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const add = useAddVehicle()
  const change = useChangeTrip()
  const remove = useRemoveLines({ quiet: true })
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  // They stay while a dialog closes.
  const [wish, setWish] = useState<Wish>()
  const [question, setQuestion] = useState<Question>()
  const [conflicts, setConflicts] = useState<TripLineView[]>([])
  const [failure, setFailure] = useState<unknown>()

  const readCart = () => queryClient.fetchQuery({ ...tripCartOptions(currentScope()), staleTime: 0 })

  /** Runs the calls, unless others are running: a second tap changes nothing (L4). */
  const run = async (calls: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await calls()
      setQuestion(undefined)
      toast(intl.formatMessage(text.added))
    } catch (error) {
      show(error)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  const show = (error: unknown) => {
    const found = conflictsOf(error)
    const asked = found ? 'conflicts' : askedBy(error)
    if (found) setConflicts(found)
    if (asked) setQuestion(asked)
    else if (question === 'booking') setFailure(error)
    else toastFailure(error, intl)
  }

  const put = ({ vehicle, trip }: Required<Wish>, clearOther = false) =>
    add.mutateAsync({ vehicleId: vehicle.id, trip, clearOther })

  /** Changes the trip of the cart, then adds the vehicle. The cart may be empty by now. */
  const changeAndPut = async (wanted: Required<Wish>) => {
    const { user_data } = await readCart()
    if (user_data) await change.mutateAsync({ userId: user_data.id, trip: wanted.trip })
    await put(wanted)
  }

  const removeConflicts = async () => {
    const { carts } = await readCart()
    const ids = conflicts.map(({ id }) => id).filter((id) => carts.some((line) => line.id === id))
    if (ids.length > 0) await remove.mutateAsync(ids)
  }

  const trip = wish?.trip
  const wanted = wish && trip && { vehicle: wish.vehicle, trip }

  return {
    wish,
    question,
    conflicts,
    failure,
    isBusy,
    /** Begins to rent a vehicle. Without a trip the booking form is opened. */
    begin: (vehicle: VehicleView, trip?: Trip) => {
      if (isRunning.current) return
      setWish({ vehicle, trip })
      setFailure(undefined)
      if (trip) void run(() => put({ vehicle, trip }))
      else setQuestion('booking')
    },
    /** Adds the vehicle for the trip of the booking form. */
    book: (trip: Trip) => {
      if (!wish) return
      setWish({ ...wish, trip })
      void run(() => put({ ...wish, trip }))
    },
    /** The yes to the question that is open. */
    agree: () => {
      if (!wanted) return
      if (question === 'provider') void run(() => put(wanted, true))
      else if (question === 'conflicts') void run(() => removeConflicts().then(() => changeAndPut(wanted)))
      else void run(() => changeAndPut(wanted))
    },
    /** Closes the question. Nothing is closed while its calls are running. */
    close: () => isRunning.current || setQuestion(undefined),
  }
}
