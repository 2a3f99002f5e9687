import * as z from 'zod/mini'
import { defineMessages, type Translate } from '@/lib/text/messages'
import { isEmail } from './email'
import { digitsIn, isPossiblePhone, minDigits } from './phone'

/** What several forms say about a field. */
export const inputText = defineMessages({
  nameRequired: { id: 'input.name_required', defaultMessage: 'Name is required' },
  addressRequired: { id: 'input.address_required', defaultMessage: 'Address is required' },
  emailRequired: { id: 'input.email_required', defaultMessage: 'Email is required' },
  emailWrong: { id: 'input.email_wrong', defaultMessage: 'Must be a valid email' },
  phoneRequired: { id: 'input.phone_required', defaultMessage: 'Phone Number is required' },
  phoneMissing: { id: 'input.phone_missing', defaultMessage: 'Please give a phone number' },
  phoneWrong: { id: 'input.phone_wrong', defaultMessage: 'Please enter a valid phone number.' },
  passwordRequired: { id: 'input.password_required', defaultMessage: 'Password is required' },
  passwordShort: {
    id: 'input.password_short',
    defaultMessage: 'Password is too short - should be {least} chars minimum.',
  },
  passwordsDiffer: { id: 'input.passwords_differ', defaultMessage: 'Passwords must match' },
})

/** A text that must not be blank. A form shows only the first problem. */
export const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))

/** An e-mail address or nothing. Where it is required, `required` comes first. */
export const emailOrEmpty = (message: string) => z.refine<string>((typed) => typed === '' || isEmail(typed), message)

/** A possible phone number or nothing. */
export const phoneOrEmpty = (message: string, country: string) =>
  z.refine<string>((typed) => typed === '' || isPossiblePhone(typed, country), message)

/** The same with at least as many digits as the phone of an account (AUTH-04). */
export const accountPhoneOrEmpty = (message: string, country: string) =>
  z.refine<string>(
    (typed) => typed === '' || (digitsIn(typed) >= minDigits && isPossiblePhone(typed, country)),
    message,
  )

/** A password of at least so many characters, or nothing. */
export const passwordOrEmpty = (t: Translate, minLength: number) =>
  z.refine<string>(
    (typed) => typed === '' || [...typed].length >= minLength,
    t(inputText.passwordShort, { least: minLength }),
  )

/** A password and the same once more. */
export const passwordsMatch = (t: Translate) =>
  z.refine<{ password: string; confirm_password: string }>(
    ({ password, confirm_password }) => password === confirm_password,
    {
      message: t(inputText.passwordsDiffer),
      path: ['confirm_password'],
      // Validated even if other fields have errors, so that all errors are shown together.
      when: () => true,
    },
  )
