import type { TripLineView } from '@/lib/api/types.gen'

/**
 * Returns the lines because of which a change of the trip was refused, or undefined for any other
 * error. The response is a list that is not empty (RNT-10).
 */
export const conflictsOf = (error: unknown): TripLineView[] | undefined =>
  Array.isArray(error) && error.length > 0 ? (error as TripLineView[]) : undefined
