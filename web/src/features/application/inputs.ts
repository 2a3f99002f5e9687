import * as z from 'zod/mini'
import { accountPhoneOrEmpty, emailOrEmpty, inputText, passwordOrEmpty, passwordsMatch } from '@/lib/account/validators'
import type { ZoneView } from '@/lib/api/types.gen'
import { parseAmount } from '@/lib/text/amount'
import { defineMessages, type Message, type Translate } from '@/lib/text/messages'
import type { Kind } from './draft'
import { contains } from './zone-shape'

const text = defineMessages({
  storeName: { id: 'application_input.store_name', defaultMessage: 'Store name is required' },
  module: { id: 'application_input.module', defaultMessage: 'Please choose what you sell.' },
  zone: { id: 'application_input.zone', defaultMessage: 'Please choose a zone.' },
  pin: { id: 'application_input.pin', defaultMessage: 'Please place the pin inside your zone.' },
  plan: { id: 'application_input.plan', defaultMessage: 'Please choose a plan.' },
  picture: { id: 'application_input.picture', defaultMessage: 'Please choose a picture.' },
  amount: { id: 'application_input.amount', defaultMessage: 'Please enter an amount of 0 or more.' },
  percent: { id: 'application_input.percent', defaultMessage: 'Please enter 0 to 100 percent.' },
  minutes: { id: 'application_input.minutes', defaultMessage: 'Please enter the minutes, from 1 to 1440.' },
  longest: {
    id: 'application_input.longest',
    defaultMessage: 'Please enter the minutes, from the shortest time to 1440.',
  },
  vehicle: { id: 'application_input.vehicle', defaultMessage: 'Vehicle is required' },
  identityType: { id: 'application_input.identity_type', defaultMessage: 'Please choose the type of document.' },
  identityNumber: { id: 'application_input.identity_number', defaultMessage: 'Identity number is required' },
})

/** What the checks need to know. */
export type Facts = {
  t: Translate
  locale: string
  kind: Kind
  country: string
  minPasswordLength: number
  hasPlans: boolean
  zones: readonly ZoneView[]
}

/** The number that was typed, as people of the language write it; NaN: none. */
export function numberIn(typed: string, locale: string) {
  const read = parseAmount(typed, locale, 3)
  return 'amount' in read && read.amount !== undefined && read.amount < 1e9 ? read.amount : NaN
}

export const imagesOf = {
  store: ['logo', 'cover', 'document_1', 'document_2', 'document_3'],
  rider: ['photo', 'identity_1', 'identity_2'],
} as const

export const optionalImages: readonly string[] = ['document_2', 'document_3', 'identity_2']

/** The rules of every field of a kind, with the names of the API. The server has the same. */
function applicationInput(facts: Facts) {
  const { t, kind } = facts
  const filled = (message: Message) => z.prefault(z.string().check(z.trim(), z.minLength(1, t(message))), '')
  const phone = z.prefault(
    z
      .string()
      .check(z.minLength(1, t(inputText.phoneRequired)), accountPhoneOrEmpty(t(inputText.phoneWrong), facts.country)),
    '',
  )
  const images = Object.fromEntries(
    imagesOf[kind].map((field) => [
      field,
      z.any().check(z.refine((file) => file !== undefined || optionalImages.includes(field), t(text.picture))),
    ]),
  )
  const own = kind === 'store' ? storeRules(facts, filled, phone) : riderRules(filled)
  return z
    .object({
      ...own,
      ...images,
      name: filled(inputText.nameRequired),
      phone,
      email: z.prefault(
        z.string().check(z.trim(), z.minLength(1, t(inputText.emailRequired)), emailOrEmpty(t(inputText.emailWrong))),
        '',
      ),
      zone_id: filled(text.zone),
      password: z.prefault(
        z.string().check(z.minLength(1, t(inputText.passwordRequired)), passwordOrEmpty(t, facts.minPasswordLength)),
        '',
      ),
      confirm_password: z.prefault(z.string(), ''),
    })
    .check(passwordsMatch(t))
}

type Filled = (message: Message) => z.ZodMiniType

const riderRules = (filled: Filled) => ({
  vehicle: filled(text.vehicle),
  identity_type: filled(text.identityType),
  identity_number: filled(text.identityNumber),
})

function storeRules({ t, locale, hasPlans, zones }: Facts, filled: Filled, phone: z.ZodMiniType) {
  const number = (message: Message, isRight: (value: number) => boolean) =>
    z.prefault(z.string().check(z.refine((typed) => isRight(numberIn(typed, locale)), t(message))), '')
  const isTime = (value: number) => Number.isInteger(value) && value >= 1 && value <= 1440
  return {
    store_name: filled(text.storeName),
    module_id: filled(text.module),
    store_phone: phone,
    store_email: z.prefault(z.string().check(z.trim(), emailOrEmpty(t(inputText.emailWrong))), ''),
    minimum_order: number(text.amount, (value) => value >= 0),
    tax: number(text.percent, (value) => value >= 0 && value <= 100),
    delivery_time_min: number(text.minutes, isTime),
    // Both depend on another field, so they are checked as a whole below the object.
    times: z.any().check(z.refine((times: Times) => isTime(times.max) && !(times.max < times.min), t(text.longest))),
    spot: z
      .any()
      .check(
        z.refine(
          (spot: Spot) => zones.some((zone) => String(zone.id) === spot.zone && contains(zone, spot)),
          t(text.pin),
        ),
      ),
    address: filled(inputText.addressRequired),
    plan: hasPlans ? filled(text.plan) : z.optional(z.any()),
  }
}

type Times = { min: number; max: number }
type Spot = { lat: number; lng: number; zone: string | undefined }

/** Problems of what belongs together are said at one field. */
const fieldOf: Partial<Record<string, string>> = { times: 'delivery_time_max', spot: 'latitude' }

/** What is wrong, by field. */
export function problemsIn(
  values: Partial<Record<string, string>>,
  files: Partial<Record<string, File>>,
  facts: Facts,
): Record<string, string> {
  const numberOf = (field: string) => numberIn(values[field] ?? '', facts.locale)
  const together = {
    times: { min: numberOf('delivery_time_min'), max: numberOf('delivery_time_max') },
    spot: { lat: Number(values.latitude || NaN), lng: Number(values.longitude || NaN), zone: values.zone_id },
  }
  // A field that is absent would be refused, also an optional one.
  const images = Object.fromEntries(imagesOf[facts.kind].map((field) => [field, files[field]]))
  const { error } = applicationInput(facts).safeParse({ ...values, ...images, ...together })
  const found: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) {
    const name = String(path[0])
    found[fieldOf[name] ?? name] ??= message
  }
  return found
}
