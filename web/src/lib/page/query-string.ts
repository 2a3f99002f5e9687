import { isId } from '@/lib/scope/guards'

/**
 * Parses a query. Every value stays text, so that all readers see the same: "1.50" is
 * not a number. The last of two values with the same name is used.
 */
export const parseQuery = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** Parses a number of a query. A navigation inside the page may pass a number, which is returned as it is. */
const numberIn = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value)

/** Parses an id of a query; undefined: it is none. */
export const idIn = (value: unknown) => {
  const id = numberIn(value)
  return isId(id) ? id : undefined
}

/** Parses a number above 0 of a query; undefined: it is none, or above the limit. */
export const positiveUpTo = (limit: number, value: unknown) => {
  const n = numberIn(value)
  return typeof n === 'number' && n > 0 && n <= limit ? n : undefined
}

/** Returns a query with its question mark, without the names whose value is undefined. */
export function writeQuery(query: Record<string, unknown>) {
  const known = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(known as [string, string][]).toString() // it accepts numbers, too
  return text && `?${text}`
}
