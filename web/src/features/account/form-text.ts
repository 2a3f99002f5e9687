import * as z from 'zod/mini'
import { accountPhoneOrEmpty, emailOrEmpty, passwordOrEmpty, required } from '@/lib/account/validators'
import { defineMessages, type Translate } from '@/lib/text/messages'
import { minPasswordLength } from '@/lib/account/password'

/** Messages that several account forms use. */
export const formText = defineMessages({
  name: { id: 'account.name', defaultMessage: 'Name' },
  email: { id: 'account.email', defaultMessage: 'Email' },
  phone: { id: 'account.phone', defaultMessage: 'Phone' },
  password: { id: 'account.password', defaultMessage: 'Password' },
  confirm: { id: 'account.confirm', defaultMessage: 'Confirm password' },
  continue: { id: 'account.continue', defaultMessage: 'Continue' },
  back: { id: 'account.back', defaultMessage: 'Go Back' },
  phoneShort: { id: 'account.phone_short', defaultMessage: 'Number must be 10 digits' },
})

/** A schema for a required, possible phone number (D6). missing and wrong are the error messages. */
export const phone = (missing: string, wrong: string, country: string) =>
  required(missing).check(accountPhoneOrEmpty(wrong, country))

/** A schema for a required e-mail. missing and wrong are the error messages. */
export const email = (missing: string, wrong: string) => required(missing).check(emailOrEmpty(wrong))

/**
 * A schema for a required password. Only a form for a new password passes the shop's
 * least length: existing passwords may be shorter.
 */
export const password = (t: Translate, missing: string, minLength: number = minPasswordLength) =>
  z.string().check(z.minLength(1, missing), passwordOrEmpty(t, minLength))
