import { useEffect } from 'react'
import { useTripCart } from '@/contracts/trip-cart'

/** Reports the number of vehicles in the trip cart. It renders nothing, so that the frame loads it late. */
export default function TripCount({ onCount }: { onCount: (count: number | undefined) => void }) {
  const { count } = useTripCart()
  useEffect(() => onCount(count), [count, onCount])
  return null
}
