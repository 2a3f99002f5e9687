import { useIntl, type FormatDateOptions } from 'react-intl'
import { useNow } from './use-now'

/**
 * An IANA name: the store's for its hours, slots and orders, else the shop's. 'device' is
 * for actions of a person, such as a sign-in.
 */
type TimeZone = string

const minute = 60_000 // ms
const soon = 4 * 60 * minute // a time so near is clear without its date, also when midnight is before it

const day = { dateStyle: 'short' } as const
const year = { year: 'numeric' } as const

/** 14:05 */
export const clockTime = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit' } as const

/** Returns a function that formats times in a zone. The linter refuses any other formatting. */
export function useTimes(zone: TimeZone) {
  const { formatDate } = useIntl()
  const timeZone = zone === 'device' ? undefined : zone
  return (at: string | number, format: FormatDateOptions = clockTime) => formatDate(at, { timeZone, ...format })
}

/** The same for days, with the year if it is another one than now. */
export function useDates(zone: TimeZone) {
  const write = useTimes(zone)
  const now = useNow(minute)
  return (at: string | number, format: FormatDateOptions) => {
    const isThisYear = now === undefined || write(at, year) === write(now, year)
    return write(at, isThisYear ? format : { ...format, ...year })
  }
}

/** The same for a time of day, with the date if it is on another day of the zone and not soon. */
export function useClock(zone: TimeZone, far: FormatDateOptions, near = soon) {
  const write = useTimes(zone)
  const writeDate = useDates(zone)
  const now = useNow(minute)
  return (at: string) => {
    if (now === undefined) return write(at)
    const isToday = write(at, day) === write(now, day)
    const isNear = Date.parse(at) >= now && Date.parse(at) - now <= near
    if (isToday || isNear) return write(at)
    return far.month ? writeDate(at, far) : write(at, far)
  }
}

/** The same for what is planned, such as the pickup of a trip or a slot: on another day it always has the date. */
export const usePlanClock = (zone: TimeZone, far: FormatDateOptions) => useClock(zone, far, 0)
