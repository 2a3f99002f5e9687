import type { QuoteView } from '@/lib/api/types.gen'
import { isOfField } from './problems-at'

/** The parts of the form that show problems; 'order' shows the problems of the whole parcel. */
export type ParcelPart = 'what' | 'sender' | 'receiver' | 'when' | 'payer' | 'payment' | 'order'

const partOf: Record<string, ParcelPart> = {
  parcel_category_id: 'what',
  parcel_quantity: 'what',
  address: 'sender',
  address_id: 'sender',
  receiver: 'receiver',
  schedule_at: 'when',
  charge_payer: 'payer',
  payment_method: 'payment',
}

/** What the form asks for in its own words, before anything is wrong. */
const asked = ['address_missing', 'receiver_missing']

/** Returns the problems of a part. */
export const parcelProblemsAt = ({ problems }: QuoteView, part: ParcelPart) =>
  problems.filter(
    (problem) =>
      !asked.includes(problem.code) &&
      !isOfField(problem) &&
      (partOf[(problem.field ?? '').split('.')[0] ?? ''] ?? 'order') === part,
  )
