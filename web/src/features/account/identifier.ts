import { latinDigits } from '@/lib/text/digits'
import { isEmail } from '@/lib/account/email'
import { digitsIn, isPossiblePhone, leastDigits, readPhone } from '@/lib/account/phone'

/** What somebody signs in with by hand. */
export type Identifier = { type: 'email' | 'phone'; value: string }

const phone = /^\+?[\d ().-]+$/

/**
 * An e-mail, a phone in E.164, or neither (AUTH-03). A number is read as it is
 * dialled at home (D6); what none can be there gets the plus that it lacks.
 */
export function identifierKind(typed: string, country: string): Identifier | undefined {
  const text = typed.trim()
  if (isEmail(text)) return { type: 'email', value: text }
  const number = latinDigits(text)
  if (!phone.test(number)) return undefined
  const found = [readPhone(number, country), `+${number.replace(/\D/g, '')}`].find(
    (each) => isPossiblePhone(each, country) && digitsIn(each) >= leastDigits,
  )
  return found ? { type: 'phone', value: found } : undefined
}
