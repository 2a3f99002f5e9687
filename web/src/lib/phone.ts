import { isPossiblePhoneNumber, type CountryCode } from 'libphonenumber-js/min'

/** Whether a number can be one, with its country code or as dialled in the country (D6). */
export const isPossiblePhone = (phone: string, country: string) => isPossiblePhoneNumber(phone, country as CountryCode)
