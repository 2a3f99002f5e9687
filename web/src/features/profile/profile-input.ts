import type { IntlShape } from 'react-intl'
import * as z from 'zod/mini'
import type { ConfigView, CustomerView } from '@/lib/api/types.gen'
import { fullNameOf } from '@/lib/account/contact'
import { emailOrEmpty, required } from '@/lib/account/validators'
import { defineMessages } from '@/lib/text/messages'
import { isPossiblePhone } from '@/lib/account/phone'
import { codeRequired, isCodeMissing, noConfirmation, type Confirmation } from './confirm-field'

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
  passwordsDiffer: { id: 'profile_form.passwords_differ', defaultMessage: 'Passwords must match' },
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
  t: IntlShape['formatMessage'],
  { country, least_password: least }: ConfigView,
  customer: CustomerView,
) =>
  z
    .object({
      name: required(t(text.nameRequired)),
      email: required(t(text.emailRequired)).check(emailOrEmpty(t(text.emailWrong))),
      phone: z.string().check(
        // The server keeps the phone if the field is missing, so it would report success without a change.
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
      z.refine((typed) => !isCodeMissing(customer, typed) || !isSensitive(typed, customer), {
        message: t(codeRequired),
        path: ['confirm_otp'],
      }),
    )
