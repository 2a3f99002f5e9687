/** What the clock of a zone shows at a time, as inputs of type datetime-local write it: 2026-01-31T15:30. */
export function wallTime(at: number, timeZone: string): string {
  const format = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', format).format(at).replace(' ', 'T')
}
