/** An address with some of its query changed; undefined takes a name out. */
export function withQuery(href: string, changes: Record<string, string | undefined>) {
  const [path = '/', query] = href.split('?', 2)
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) params.delete(name)
    else params.set(name, value)
  }
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}
