import { useMemo } from 'react'
import { parseStoredPerson } from '@/lib/account/contact'
import { isRecord } from '@/lib/scope/guards'
import { readTabValue, useTabValue, writeTabValue } from '@/lib/scope/tab-storage'
import { paymentIn, type Draft } from './draft'

/** All choices and texts of the checkout of a trip. */
type TripDraft = Pick<
  Draft,
  'payment_method' | 'payment_gateway' | 'use_wallet' | 'coupon_code' | 'person' | 'person_of'
> & { note: string }

function parseDraft(stored: Record<string, unknown>): TripDraft {
  const text = (key: string) => (typeof stored[key] === 'string' ? stored[key] : '')
  return {
    ...paymentIn(stored),
    use_wallet: stored.use_wallet === true,
    coupon_code: text('coupon_code'),
    note: text('note'),
    person: parseStoredPerson(stored.person),
    person_of: text('person_of'),
  }
}

const draftIn = (stored: unknown, about: string) => parseDraft(isRecord(stored) && stored.about === about ? stored : {})

/** The draft, which survives a reload. about identifies the trip: a draft about another provider is ignored. */
export function useTripDraft(about: string) {
  const stored = useTabValue('trip-checkout')
  const draft = useMemo(() => draftIn(stored, about), [stored, about])
  return {
    draft,
    change: (part: Partial<TripDraft>) =>
      writeTabValue('trip-checkout', { ...draftIn(readTabValue('trip-checkout'), about), ...part, about }),
    forget: () => writeTabValue('trip-checkout', null),
  }
}
