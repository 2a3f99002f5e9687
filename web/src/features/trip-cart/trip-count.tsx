import { useEffect } from 'react'
import { useTripCart } from '@/contracts/trip-cart'
import { useSettleAfterPlace } from './use-settle-after-place'

/**
 * Reports the number of vehicles in the trip cart, and settles the cart when the place changes. It
 * renders nothing, so that the frame loads it late.
 */
export default function TripCount({ onCount }: { onCount: (count: number | undefined) => void }) {
  const { count } = useTripCart()
  useSettleAfterPlace()
  useEffect(() => onCount(count), [count, onCount])
  return null
}
