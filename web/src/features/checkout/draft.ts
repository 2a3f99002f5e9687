import { useMemo } from 'react'
import { parseStoredContact, parseStoredPerson, type Contact, type Person } from '@/lib/account/contact'
import { isRecord } from '@/lib/scope/guards'
import { useTabValue, writeTabValue } from '@/lib/scope/tab-storage'

type OrderType = 'delivery' | 'take_away'

/** What is chosen and typed on the checkout; named as the API names it. */
export type Draft = {
  order_type: OrderType
  /** RFC 3339; undefined: now. */
  schedule_at: string | undefined
  order_note: string
  delivery_instruction: string
  unavailable_item_note: string
  cutlery: boolean
  extra_packaging: boolean
  /** Major units. */
  tip: number
  /** The contact form as far as it is filled in; undefined while it is closed. */
  typed: Contact | undefined
  /** Where a customer has it brought, once they said so; a guest's address is kept longer than a draft. */
  working: Contact | undefined
  /** Whom to ask for, as typed in the page itself; undefined: as it was kept before. */
  person: Person | undefined
  /** Who typed the person: a customer's id, or 'guest'. */
  person_of: string
  /** Whose typed and working are, and at which place in force: for somebody else, or elsewhere, they hold no more (C2). */
  contact_of: string
}

function draftOf(kept: Record<string, unknown>): Draft {
  const text = (key: string) => (typeof kept[key] === 'string' ? kept[key] : '')
  return {
    order_type: kept.order_type === 'take_away' ? 'take_away' : 'delivery',
    schedule_at: Number.isNaN(Date.parse(text('schedule_at'))) ? undefined : text('schedule_at'),
    order_note: text('order_note'),
    delivery_instruction: text('delivery_instruction'),
    unavailable_item_note: text('unavailable_item_note'),
    cutlery: kept.cutlery === true,
    extra_packaging: kept.extra_packaging === true,
    tip: typeof kept.tip === 'number' && kept.tip >= 0 ? kept.tip : 0,
    typed: parseStoredContact(kept.typed),
    working: parseStoredContact(kept.working),
    person: parseStoredPerson(kept.person),
    person_of: text('person_of'),
    contact_of: text('contact_of'),
  }
}

/**
 * The checkout's draft, which a reload, a lost connection or a token that
 * expired leaves alone (D10). A note to one store must not reach another: about
 * names what is being ordered, and a draft about something else is none.
 */
export function useDraft(about: string) {
  const kept = useTabValue('checkout')
  const draft = useMemo(() => draftOf(isRecord(kept) && kept.about === about ? kept : {}), [kept, about])
  return {
    draft,
    change: (part: Partial<Draft>) => writeTabValue('checkout', { ...draft, ...part, about }),
    forget: () => writeTabValue('checkout', null),
  }
}
