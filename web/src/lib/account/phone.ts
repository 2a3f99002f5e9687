import {
  getCountries,
  getCountryCallingCode,
  isPossiblePhoneNumber,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min'
import { latinDigits } from '@/lib/text/digits'

/** Whether a number can be one, with its country code or as dialled in the country (D6). */
export const isPossiblePhone = (phone: string, country: string) => isPossiblePhoneNumber(phone, country as CountryCode)

/** The fewest digits that a phone may have, its country code among them (AUTH-04). */
export const leastDigits = 10

/** Digits of a number, its country code among them (D6). */
export const digitsIn = (phone: string) => latinDigits(phone).replace(/\D/g, '').length

/** What was typed, as E.164 where it can be a number, and else as a plus and its digits; '' for no digit at all. */
export function readPhone(written: string, country: string): string {
  const typed = latinDigits(written)
  const isForeign = typed.trim().startsWith('+')
  const number = parsePhoneNumberFromString(typed, country as CountryCode)
  if (number?.isPossible()) return number.number
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return ''
  return `+${isForeign ? '' : callingCode(country)}${digits}`
}

/** A number as it is read: how people of its country write it, and which country that is. */
export function writePhone(phone: string, country: string): { country: string; national: string } {
  const number = parsePhoneNumberFromString(phone)
  const code = callingCode(country)
  if (!number) return { country, national: phone.startsWith(`+${code}`) ? phone.slice(code.length + 1) : phone }
  // Several countries share a code: the one at hand is meant where it is one of them.
  const isHere = number.countryCallingCode === code
  const home = isHere ? country : (number.country ?? number.getPossibleCountries()[0])
  return home ? { country: home, national: number.formatNational() } : { country, national: phone }
}

/** Digits that a country's numbers begin with abroad. */
export const callingCode = (country: string) => getCountryCallingCode(country as CountryCode)

/** Every country with telephones, ISO 3166-1 alpha-2. */
export const phoneCountries = (): readonly string[] => getCountries()
