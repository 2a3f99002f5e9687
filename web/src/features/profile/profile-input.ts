import * as z from 'zod/mini'
import type { ConfigView, CustomerView } from '@/lib/api/types.gen'
import { fullNameOf } from '@/lib/account/contact'
import {
  emailOrEmpty,
  inputText,
  passwordOrEmpty,
  passwordsMatch,
  phoneOrEmpty,
  required,
} from '@/lib/account/validators'
import { defineMessages, type Translate } from '@/lib/text/messages'
import { codeRequired, isCodeMissing, noConfirmation, type Confirmation } from './confirm-field'

const text = defineMessages({
  currentRequired: {
    id: 'profile_form.current_required',
    defaultMessage: 'Please enter your current password.',
  },
})

/** The fields of the form, which are part of the profile payload (PROF-07). */
export type ProfileInput = Confirmation & {
  name: string
  email: string
  /** E.164; empty: none. */
  phone: string
  /** Both passwords empty: keep the current one. */
  password: string
  confirm_password: string
}

/** Returns the initial values of the form, which Reset restores. */
export const inputOf = (customer: CustomerView): ProfileInput => ({
  name: fullNameOf(customer),
  email: customer.email,
  phone: customer.phone,
  password: '',
  confirm_password: '',
  ...noConfirmation,
})

/** Whether a change needs a confirmation: a new password or contact. */
export const isSensitive = ({ password, email, phone }: ProfileInput, customer: CustomerView) =>
  password !== '' || email.trim() !== customer.email || (phone !== '' && phone !== customer.phone)

/**
 * Name and e-mail are required. Both passwords must be equal, or both empty (PROF-01). The field
 * names are the API's.
 */
export const profileInput = (
  t: Translate,
  { country, least_password: minLength }: ConfigView,
  customer: CustomerView,
) =>
  z
    .object({
      name: required(t(inputText.nameRequired)),
      email: required(t(inputText.emailRequired)).check(emailOrEmpty(t(inputText.emailWrong))),
      phone: z.string().check(
        // The server keeps the phone if the field is missing, so it would report success without a change.
        z.refine((phone) => phone !== '' || customer.phone === '', t(inputText.phoneMissing)),
        phoneOrEmpty(t(inputText.phoneWrong), country),
      ),
      password: z.string().check(passwordOrEmpty(t, minLength)),
      confirm_password: z.string(),
      current_password: z.string(),
      confirm_otp: z.string(),
    })
    .check(
      passwordsMatch(t),
      z.refine(
        (typed) => customer.confirm_by !== 'password' || typed.current_password !== '' || !isSensitive(typed, customer),
        { message: t(text.currentRequired), path: ['current_password'] },
      ),
      z.refine((typed) => !isCodeMissing(customer, typed) || !isSensitive(typed, customer), {
        message: t(codeRequired),
        path: ['confirm_otp'],
      }),
    )
