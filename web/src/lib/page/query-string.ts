/**
 * Parses a query. Every value stays text, so that all readers see the same: "1.50" is
 * not a number. The last of two values with the same name is used.
 */
export const parseQuery = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** Returns a query with its question mark, without the names whose value is undefined. */
export function writeQuery(query: Record<string, unknown>) {
  const known = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(known as [string, string][]).toString() // it accepts numbers, too
  return text && `?${text}`
}
