import { readVisit, writeVisit } from './visit'

/** Pages that are about signing in: nobody wants to go back to them afterwards. */
const doors = ['/auth', '/forgot-password']

const isWay = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('/') && !value.startsWith('//')

const kept = (key: 'way-back' | 'unfinished') => {
  const way = readVisit(key)
  return isWay(way) ? way : undefined
}

/** Remembers the page somebody is on, for signing in on a page of its own to lead back to it. */
export function rememberWay({ pathname, href }: { pathname: string; href: string }) {
  if (!doors.includes(pathname)) writeVisit('way-back', href)
  if (pathname === '/checkout') writeVisit('unfinished', null)
}

/** The page before the one for signing in; undefined when there was none. */
export const wayBack = () => kept('way-back')

/** Remembers the checkout that the end of a token takes away (D10). */
export function keepUnfinished({ pathname, href }: { pathname: string; href: string }) {
  if (pathname === '/checkout') writeVisit('unfinished', href)
}

/** The checkout to go on with; undefined when none waits. */
export const unfinished = () => kept('unfinished')

/** Forgets it: whoever signs in next is somebody else. */
export const forgetUnfinished = () => writeVisit('unfinished', null)
