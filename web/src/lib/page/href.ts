import type { RegisteredRouter } from '@tanstack/react-router'
import { parseQuery, writeQuery } from './query-string'

type Routes = RegisteredRouter['routesByPath']
type RoutePath = keyof Routes
type StaticPath = Exclude<RoutePath, `${string}$${string}`>
type Types<Path extends RoutePath> = Routes[Path]['types']

declare const checked: unique symbol

/**
 * A URL of a link: the path of a route without params, or the result of `hrefTo` or
 * `hrefFromText`. The compiler refuses any other text.
 */
export type Href = StaticPath | (string & { [checked]: true })

type Target<Path extends RoutePath> = {
  search?: Types<Path>['fullSearchSchemaInput']
} & (Path extends StaticPath ? { params?: never } : { params: Types<Path>['allParams'] })

/** Returns the URL of a route with its params and search. */
export function hrefTo<Path extends RoutePath>(path: Path, { params, search }: Target<Path>): Href {
  const values: Record<string, string> = params ?? {}
  const filled = path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  return hrefFromText(filled + writeQuery(search ?? {}))
}

/** Returns a URL from text, such as a link of the API or the current page. */
export const hrefFromText = (text: string) => text as Href

/** Returns a URL with a changed query. undefined removes a name. */
export function withQuery(href: string, changes: Record<string, string | undefined>): Href {
  const [path = '/', query = ''] = href.split('?', 2)
  return hrefFromText(path + writeQuery({ ...parseQuery(query), ...changes }))
}
