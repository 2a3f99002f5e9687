import { useIntl, type FormatDateOptions } from 'react-intl'
import { useNow } from './use-now'

/**
 * An IANA name: a store's for its hours, slots and orders, the shop's for what no
 * store owns. 'device' is for what a person did somewhere, such as signing in.
 */
type TimeZone = string

const minute = 60_000 // ms
const withinADay = 20 * 60 * minute // beyond this a bare time of day could be another day's

/** 14:05 */
export const clockTime = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit' } as const

/** Returns a function that writes times in a zone. Nothing else writes one: the linter refuses it. */
export function useTimes(zone: TimeZone) {
  const { formatDate } = useIntl()
  const timeZone = zone === 'device' ? undefined : zone
  return (at: string | number, format: FormatDateOptions = clockTime) => formatDate(at, { timeZone, ...format })
}

/** The same, as a time of day, with more words where it is not soon. */
export function useClock(zone: TimeZone, far: FormatDateOptions) {
  const write = useTimes(zone)
  const now = useNow(minute)
  return (at: string) => {
    const isFar = now !== undefined && Math.abs(Date.parse(at) - now) > withinADay
    return write(at, isFar ? far : clockTime)
  }
}
