/** What the clock of a zone shows at a time, as inputs of type datetime-local write it: 2026-01-31T15:30. */
export function wallTime(at: number, timeZone: string): string {
  const format = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', format).format(at).replace(' ', 'T')
}

const minute = 60_000 // ms

export const isWallTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) && !Number.isNaN(Date.parse(`${value}Z`))

/** Returns the instant at which the clock of a zone shows a time. */
export function instantOf(wall: string, timeZone: string): number {
  const asUTC = Date.parse(`${wall}Z`)
  const offsetAt = (at: number) => Date.parse(`${wallTime(at, timeZone)}Z`) - at
  // The offset may be another one at the time itself, when clocks change in between.
  const guess = asUTC - offsetAt(asUTC)
  return asUTC - offsetAt(Math.floor(guess / minute) * minute)
}

/** Returns what the clock shows when so many hours have passed. */
export const wallTimeAfter = (wall: string, hours: number, timeZone: string) =>
  wallTime(instantOf(wall, timeZone) + hours * 60 * minute, timeZone)

/** Writes a wall time as the API does (RNT-15): 2026-01-31T15:30 is 2026-01-31 3:30 PM. '' stays ''. */
export function toPickupTime(wall: string): string {
  const [date, hour = '0', minutes = '0'] = wall.split(/[T:]/)
  if (!date) return ''
  return `${date} ${Number(hour) % 12 || 12}:${minutes} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}
