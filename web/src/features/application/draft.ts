import type { ApplicationView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'
import { readJson, write } from '@/lib/scope/local-storage'
import { typedAmount } from '@/lib/text/amount'

export type Kind = ApplicationView['kind']

/** What was typed, by the field of the API. Numbers are texts until they are sent. */
export type Values = Partial<Record<string, string>>

export type Draft = {
  values: Values
  step: number
  /** Of the request that sent these values; the same when they are sent again. */
  requestKey?: string
}

const keyOf = { store: 'store_application', rider: 'rider_application' } as const

/** Passwords are not kept: other people may use this browser. Files cannot be. */
const secret = ['password', 'confirm_password']

/** The draft that this browser keeps; it may be damaged, and is empty then. */
export function readDraft(kind: Kind): Draft {
  const stored = readJson(keyOf[kind])
  if (!isRecord(stored) || !isRecord(stored.values)) return { values: {}, step: 0 }
  const texts = Object.entries(stored.values).filter(([, text]) => typeof text === 'string')
  return {
    values: Object.fromEntries(texts) as Values,
    step: typeof stored.step === 'number' && stored.step > 0 ? stored.step : 0,
    ...(typeof stored.requestKey === 'string' && { requestKey: stored.requestKey }),
  }
}

export function writeDraft(kind: Kind, { values, ...rest }: Draft) {
  const kept = Object.fromEntries(Object.entries(values).filter(([field]) => !secret.includes(field)))
  write({ [keyOf[kind]]: JSON.stringify({ ...rest, values: kept }) })
}

export const forgetDraft = (kind: Kind) => write({ [keyOf[kind]]: null })

/** What a refused application can be sent with again. */
export function valuesOf(sent: ApplicationView, locale: string): Values {
  const { point, minimum_order, tax, delivery_time_min, delivery_time_max, zone_id, module_id } = sent
  const common = { name: sent.name, email: sent.email, phone: sent.phone, zone_id: String(zone_id) }
  if (sent.kind === 'rider') {
    const { vehicle, identity_type, identity_number } = sent
    return { ...common, vehicle, identity_type, identity_number }
  }
  const { store_name, description, address, store_phone, store_email, plan } = sent
  return {
    ...common,
    store_name,
    description,
    address,
    store_phone,
    store_email,
    plan,
    module_id: String(module_id ?? ''),
    ...(point && { latitude: String(point.lat), longitude: String(point.lng) }),
    minimum_order: typedAmount(minimum_order, locale),
    tax: typedAmount(tax, locale),
    delivery_time_min: String(delivery_time_min ?? ''),
    delivery_time_max: String(delivery_time_max ?? ''),
  }
}
