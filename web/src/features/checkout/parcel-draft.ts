import { useMemo } from 'react'
import { parseContact, parseStoredContact, type Contact } from '@/lib/account/contact'
import { isRecord } from '@/lib/scope/guards'
import { readTabValue, useTabValue, writeTabValue } from '@/lib/scope/tab-storage'
import { paymentIn, type Draft } from './draft'

/** All choices and texts of the form for a parcel. What is sent is in the URL. */
export type ParcelDraft = Pick<
  Draft,
  'schedule_at' | 'payment_method' | 'payment_gateway' | 'use_wallet' | 'coupon_code' | 'tip'
> & {
  /** Packages. */
  quantity: number
  charge_payer: 'sender' | 'receiver'
  /** undefined: the shopper's own address. */
  sender: Contact | undefined
  receiver: Contact
  /** The ids of the chosen instructions. */
  instructions: number[]
  /** What else the rider should know. */
  note: string
}

const numberIn = (stored: unknown, minimum: number) =>
  typeof stored === 'number' && stored >= minimum ? stored : minimum

function parseDraft(stored: Record<string, unknown>): ParcelDraft {
  const text = (key: string) => (typeof stored[key] === 'string' ? stored[key] : '')
  const { instructions } = stored
  return {
    ...paymentIn(stored),
    use_wallet: stored.use_wallet === true,
    coupon_code: text('coupon_code'),
    schedule_at: Number.isNaN(Date.parse(text('schedule_at'))) ? undefined : text('schedule_at'),
    tip: numberIn(stored.tip, 0),
    quantity: Math.trunc(numberIn(stored.quantity, 1)),
    charge_payer: stored.charge_payer === 'receiver' ? 'receiver' : 'sender',
    sender: parseStoredContact(stored.sender),
    receiver: parseStoredContact(stored.receiver) ?? parseContact({}),
    instructions: Array.isArray(instructions) ? instructions.filter((id) => typeof id === 'number') : [],
    note: text('note'),
  }
}

const draftIn = (stored: unknown, owner: string) =>
  parseDraft(isRecord(stored) && (stored.of === owner || stored.of === 'guest') ? stored : {})

/**
 * The draft, which survives a reload. owner is the customer's id, or 'guest'. A draft of somebody
 * else is ignored, but a guest who signs in keeps what they typed (C2).
 */
export function useParcelDraft(owner: string) {
  const stored = useTabValue('parcel-checkout')
  const draft = useMemo(() => draftIn(stored, owner), [stored, owner])
  return {
    draft,
    change: (part: Partial<ParcelDraft>) =>
      writeTabValue('parcel-checkout', { ...draftIn(readTabValue('parcel-checkout'), owner), ...part, of: owner }),
    forget: () => writeTabValue('parcel-checkout', null),
  }
}
