import { useMemo } from 'react'
import type { CheckoutBody } from '@/lib/api/types.gen'
import { parseStoredContact, parseStoredPerson, type Contact, type Person } from '@/lib/account/contact'
import { isRecord } from '@/lib/scope/guards'
import { readTabValue, useTabValue, writeTabValue } from '@/lib/scope/tab-storage'

type OrderType = 'delivery' | 'take_away'

export type PaymentMethod = NonNullable<CheckoutBody['payment_method']>

/** All choices and texts of the checkout. The names are those of the API. */
export type Draft = {
  order_type: OrderType
  /** RFC 3339; undefined: now. */
  schedule_at: string | undefined
  /** Ids of uploads. */
  prescription_images: string[]
  order_note: string
  delivery_instruction: string
  unavailable_item_note: string
  cutlery: boolean
  extra_packaging: boolean
  /** Major units. */
  tip: number
  payment_method: PaymentMethod
  /** The gateway or offline method by which it is paid; '': none is needed. */
  payment_gateway: string
  /** The wallet pays what it covers, and payment_method the rest. */
  use_wallet: boolean
  /** The code of the order's coupon; '': none. */
  coupon_code: string
  /** The values of the open contact form; undefined: closed. */
  typed: Contact | undefined
  /** The address that a customer chose for this order. A guest's address is stored outside the draft. */
  working: Contact | undefined
  /** The contact person from the fields of the page; undefined: the stored one. */
  person: Person | undefined
  /** The owner of person: a customer's id, or 'guest'. */
  person_of: string
  /** The owner and place of typed and working, which are ignored for any other owner or place (C2). */
  contact_of: string
}

function parseDraft(stored: Record<string, unknown>): Draft {
  const text = (key: string) => (typeof stored[key] === 'string' ? stored[key] : '')
  return {
    order_type: stored.order_type === 'take_away' ? 'take_away' : 'delivery',
    schedule_at: Number.isNaN(Date.parse(text('schedule_at'))) ? undefined : text('schedule_at'),
    prescription_images: stringsIn(stored.prescription_images),
    order_note: text('order_note'),
    delivery_instruction: text('delivery_instruction'),
    unavailable_item_note: text('unavailable_item_note'),
    cutlery: stored.cutlery === true,
    extra_packaging: stored.extra_packaging === true,
    tip: typeof stored.tip === 'number' && stored.tip >= 0 ? stored.tip : 0,
    ...paymentIn(stored),
    use_wallet: stored.use_wallet === true,
    coupon_code: text('coupon_code'),
    typed: parseStoredContact(stored.typed),
    working: parseStoredContact(stored.working),
    person: parseStoredPerson(stored.person),
    person_of: text('person_of'),
    contact_of: text('contact_of'),
  }
}

/** Cash, unless the stored way to pay is complete. */
export function paymentIn({ payment_method: method, payment_gateway: gateway }: Record<string, unknown>) {
  if (method === 'wallet') return { payment_method: method, payment_gateway: '' } as const
  if ((method === 'digital_payment' || method === 'offline_payment') && typeof gateway === 'string')
    return { payment_method: method, payment_gateway: gateway } as const
  return { payment_method: 'cash_on_delivery', payment_gateway: '' } as const
}

const stringsIn = (stored: unknown) => (Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [])

const draftIn = (stored: unknown, about: string) => parseDraft(isRecord(stored) && stored.about === about ? stored : {})

/**
 * The checkout's draft, which survives a reload, a lost connection and an expired token
 * (D10). about identifies what is ordered. A draft about another order is ignored, so
 * that a note to one store does not reach another.
 */
export function useDraft(about: string) {
  const stored = useTabValue('checkout')
  const draft = useMemo(() => draftIn(stored, about), [stored, about])
  return {
    draft,
    // Not of this render's draft: a photo that is uploaded later must not undo what was typed meanwhile.
    change: (part: Partial<Draft>) =>
      writeTabValue('checkout', { ...draftIn(readTabValue('checkout'), about), ...part, about }),
    forget: () => writeTabValue('checkout', null),
  }
}
