import { useIntl, type FormatDateOptions } from 'react-intl'
import { useNow } from './use-now'

/**
 * An IANA name: the store's for its hours, slots and orders, else the shop's. 'device' is
 * for actions of a person, such as a sign-in.
 */
type TimeZone = string

const minute = 60_000 // ms
const withinADay = 20 * 60 * minute // beyond this, a time of day without a date could be misunderstood

/** 14:05 */
export const clockTime = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit' } as const

/** Returns a function that formats times in a zone. The linter refuses any other formatting. */
export function useTimes(zone: TimeZone) {
  const { formatDate } = useIntl()
  const timeZone = zone === 'device' ? undefined : zone
  return (at: string | number, format: FormatDateOptions = clockTime) => formatDate(at, { timeZone, ...format })
}

/** The same for a time of day, with the date if it is not soon. */
export function useClock(zone: TimeZone, far: FormatDateOptions) {
  const write = useTimes(zone)
  const now = useNow(minute)
  return (at: string) => {
    const isFar = now !== undefined && Math.abs(Date.parse(at) - now) > withinADay
    return write(at, isFar ? far : clockTime)
  }
}
