import {
  getCountries,
  getCountryCallingCode,
  isPossiblePhoneNumber,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min'
import { latinDigits } from '@/lib/text/digits'

/** Whether a number is possible, with its country code or as dialled in the country (D6). */
export const isPossiblePhone = (phone: string, country: string) => isPossiblePhoneNumber(phone, country as CountryCode)

/** The least number of digits of a phone, including its country code (AUTH-04). */
export const minDigits = 10

/** The digits of a number, including its country code (D6). */
export const digitsIn = (phone: string) => latinDigits(phone).replace(/\D/g, '').length

/** Returns the typed number as E.164 if it is possible, else as a plus and its digits, or '' without a digit. */
export function readPhone(written: string, country: string): string {
  const typed = latinDigits(written)
  const isForeign = typed.trim().startsWith('+')
  const number = parsePhoneNumberFromString(typed, country as CountryCode)
  if (number?.isPossible()) return number.number
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return ''
  return `+${isForeign ? '' : callingCode(country)}${digits}`
}

/** Returns a number as people of its country write it, and that country. */
export function writePhone(phone: string, country: string): { country: string; national: string } {
  const number = parsePhoneNumberFromString(phone)
  const code = callingCode(country)
  if (!number) return { country, national: phone.startsWith(`+${code}`) ? phone.slice(code.length + 1) : phone }
  // Several countries may share a code. The given country is used if it is one of them.
  const isHere = number.countryCallingCode === code
  const home = isHere ? country : (number.country ?? number.getPossibleCountries()[0])
  return home ? { country: home, national: number.formatNational() } : { country, national: phone }
}

/** The calling code of a country. */
export const callingCode = (country: string) => getCountryCallingCode(country as CountryCode)

/** All countries with phones, ISO 3166-1 alpha-2. */
export const phoneCountries = (): readonly string[] => getCountries()
