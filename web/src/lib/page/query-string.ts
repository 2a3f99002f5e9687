/**
 * What an address asks for. Every value is the text that stands there, so that
 * all readers see the same: "1.50" is not a number yet. Of a name that comes
 * twice the last value counts.
 */
export const parseQuery = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** A query with its question mark; undefined leaves a name out. */
export function writeQuery(query: Record<string, unknown>) {
  const known = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(known as [string, string][]).toString() // which writes numbers too
  return text && `?${text}`
}
