import type { SpanView } from '@/lib/api/types.gen'
import { wallTime } from '@/lib/text/wall-time'

/** free: the whole day; busy: no time of it; partly: some of it. */
type DayState = 'free' | 'partly' | 'busy'

type CalendarDay = { date: string; state: DayState }

const dayMillis = 24 * 3_600_000

const dateAt = (at: number, zone: string) => wallTime(at, zone).slice(0, 10)

/** The date a number of days later. Dates have no zone, so they are counted in UTC. */
const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00Z`) + days * dayMillis).toISOString().slice(0, 10)

/** Returns the days from a time on, by the clock of the zone, and whether a vehicle is free on them. */
export function calendarDays(from: number, count: number, busy: readonly SpanView[], zone: string): CalendarDay[] {
  const first = dateAt(from, zone)
  const spans = busy.map((span) => ({
    from: wallTime(Date.parse(span.from), zone),
    until: wallTime(Date.parse(span.until), zone),
  }))
  return Array.from({ length: count }, (_, n) => {
    const date = addDays(first, n)
    // Of today, only what is left counts.
    const [start, end] = [n === 0 ? wallTime(from, zone) : `${date}T00:00`, `${addDays(date, 1)}T00:00`]
    const on = spans.filter((span) => span.from < end && span.until > start)
    const isBusy = on.some((span) => span.from <= start && span.until >= end)
    return { date, state: isBusy ? 'busy' : on.length > 0 ? 'partly' : 'free' }
  })
}
