import { latinDigits } from '@/lib/text/digits'
import { isEmail } from '@/lib/account/email'
import { digitsIn, isPossiblePhone, minDigits, readPhone } from '@/lib/account/phone'

/** The phone or e-mail that a user typed to sign in. */
export type Identifier = { type: 'email' | 'phone'; value: string }

const phone = /^\+?[\d ().-]+$/

/**
 * Parses an e-mail or a phone number; returns the phone as E.164, or undefined for any
 * other text (AUTH-03). A number without a plus is read as a national number (D6). If
 * that is impossible, it is read as an international number without its plus.
 */
export function identifierKind(typed: string, country: string): Identifier | undefined {
  const text = typed.trim()
  if (isEmail(text)) return { type: 'email', value: text }
  const number = latinDigits(text)
  if (!phone.test(number)) return undefined
  const found = [readPhone(number, country), `+${number.replace(/\D/g, '')}`].find(
    (each) => isPossiblePhone(each, country) && digitsIn(each) >= minDigits,
  )
  return found ? { type: 'phone', value: found } : undefined
}
