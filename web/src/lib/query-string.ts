export type Query = Record<string, string>

/**
 * What an address asks for. Every value is the text that stands there, so that
 * all readers see the same: "1.50" is not a number yet. Of a name that comes
 * twice the first value counts.
 */
export function parseQuery(text: string): Query {
  const query = Object.create(null) as Query
  for (const [name, value] of new URLSearchParams(text)) query[name] ??= value
  return query
}

/** A query with its question mark; undefined leaves a name out. */
export function writeQuery(query: Record<string, unknown>) {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const text = params.toString()
  return text && `?${text}`
}
