import * as z from 'zod/mini'
import { personFields, type Contact, type Person } from '@/lib/account/contact'
import { emailOrEmpty, inputText, phoneOrEmpty, required } from '@/lib/account/validators'
import { defineMessages, type Translate } from '@/lib/text/messages'

export const personText = defineMessages({
  name: { id: 'contact_form.name', defaultMessage: 'Contact name' },
  phone: { id: 'contact_form.phone', defaultMessage: 'Phone' },
  email: { id: 'contact_form.email', defaultMessage: 'Email (optional)' },
  reset: { id: 'contact_form.reset', defaultMessage: 'Reset' },
})

const text = defineMessages({
  takeAwayNameRequired: { id: 'contact_form.take_away_name_required', defaultMessage: 'name is required' },
  takeAwayPhoneRequired: { id: 'contact_form.take_away_phone_required', defaultMessage: 'phone number required' },
  pinFirst: { id: 'contact_form.pin_first', defaultMessage: 'Please pick the place on the map' },
})

/** The fields have the names of the API, so that the server's errors match them. */
export function contactInput(t: Translate, takeAway: boolean, country: string) {
  const phone = required(t(takeAway ? text.takeAwayPhoneRequired : inputText.phoneRequired))
  return z.object({
    contact_person_name: required(t(takeAway ? text.takeAwayNameRequired : inputText.nameRequired)),
    contact_person_number: phone.check(phoneOrEmpty(t(inputText.phoneWrong), country)),
    contact_person_email: z.string().check(z.trim(), emailOrEmpty(t(inputText.emailWrong))),
    address: takeAway ? z.string() : required(t(inputText.addressRequired)),
    // The error is shown below the address, because a pin has no field.
    point: takeAway ? z.any() : z.any().check(z.refine((pin) => pin !== undefined, t(text.pinFirst))),
  })
}

/** Returns the errors of the contact person, by field. */
export function personProblems(contact: Contact, t: Translate, takeAway: boolean, country: string) {
  const { error } = contactInput(t, takeAway, country).safeParse(contact)
  const found: Partial<Record<keyof Person, string>> = {}
  for (const { path, message } of error?.issues ?? []) {
    const field = personFields.find((each) => each === path[0])
    if (field) found[field] ??= message
  }
  return found
}
