import { parseQuery, writeQuery } from './query-string'

/** An address with some of its query changed; undefined takes a name out. */
export function withQuery(href: string, changes: Record<string, string | undefined>) {
  const [path = '/', query = ''] = href.split('?', 2)
  return path + writeQuery({ ...parseQuery(query), ...changes })
}
