import type { IntlShape } from 'react-intl'
import * as z from 'zod/mini'
import type { ConfigView, CustomerView } from '@/lib/api/types.gen'
import { fullNameOf } from '@/lib/account/contact'
import { emailOrEmpty, required } from '@/lib/account/validators'
import { defineMessages } from '@/lib/text/messages'
import { isPossiblePhone } from '@/lib/account/phone'
import { noConfirmation, type Confirmation } from './confirm-field'

const text = defineMessages({
  nameRequired: { id: 'profile_form.name_required', defaultMessage: 'Name is required' },
  emailRequired: { id: 'profile_form.email_required', defaultMessage: 'Email is required' },
  emailWrong: { id: 'profile_form.email_wrong', defaultMessage: 'Must be a valid email' },
  phoneRequired: { id: 'profile_form.phone_required', defaultMessage: 'Please give a phone number' },
  phoneWrong: { id: 'profile_form.phone_wrong', defaultMessage: 'Please enter a valid phone number.' },
  passwordShort: {
    id: 'profile_form.password_short',
    defaultMessage: 'Password is too short - should be {least} chars minimum.',
  },
  currentRequired: {
    id: 'profile_form.current_required',
    defaultMessage: 'Please enter your current password.',
  },
  codeRequired: { id: 'profile_form.code_required', defaultMessage: 'Please enter the code that we send you.' },
  passwordsDiffer: { id: 'profile_form.passwords_differ', defaultMessage: 'Passwords must match' },
})

/** The form's own part of the profile payload (PROF-07). */
export type ProfileInput = Confirmation & {
  name: string
  email: string
  /** E.164; empty: none. */
  phone: string
  /** Both passwords empty: keep the current one. */
  password: string
  confirm_password: string
}

/** What the form begins with, and what Reset goes back to. */
export const inputOf = (customer: CustomerView): ProfileInput => ({
  name: fullNameOf(customer),
  email: customer.email,
  phone: customer.phone,
  password: '',
  confirm_password: '',
  ...noConfirmation,
})

/** Whether a session alone may not save this: a new password, or another contact. */
export const isSensitive = ({ password, email, phone }: ProfileInput, customer: CustomerView) =>
  password !== '' || email.trim() !== customer.email || (phone !== '' && phone !== customer.phone)

/** Name and email are required; both passwords or neither, and equal (PROF-01). Names are the API's own. */
export const profileInput = (
  t: IntlShape['formatMessage'],
  { country, least_password: least }: ConfigView,
  customer: CustomerView,
) =>
  z
    .object({
      name: required(t(text.nameRequired)),
      email: required(t(text.emailRequired)).check(emailOrEmpty(t(text.emailWrong))),
      phone: z.string().check(
        // The server keeps a phone that is left out: it would say "Updated" of nothing.
        z.refine((phone) => phone !== '' || customer.phone === '', t(text.phoneRequired)),
        z.refine((phone) => phone === '' || isPossiblePhone(phone, country), t(text.phoneWrong)),
      ),
      password: z
        .string()
        .check(z.refine((typed) => typed === '' || [...typed].length >= least, t(text.passwordShort, { least }))),
      confirm_password: z.string(),
      current_password: z.string(),
      confirm_otp: z.string(),
    })
    .check(
      z.refine(({ password, confirm_password }) => password === confirm_password, {
        message: t(text.passwordsDiffer),
        path: ['confirm_password'],
      }),
      z.refine(
        (typed) => customer.confirm_by !== 'password' || typed.current_password !== '' || !isSensitive(typed, customer),
        { message: t(text.currentRequired), path: ['current_password'] },
      ),
      z.refine((typed) => customer.confirm_by !== 'code' || typed.confirm_otp !== '' || !isSensitive(typed, customer), {
        message: t(text.codeRequired),
        path: ['confirm_otp'],
      }),
    )
