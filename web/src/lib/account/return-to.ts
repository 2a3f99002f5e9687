import { readTabValue, writeTabValue } from '@/lib/scope/tab-storage'

/** Pages that are about signing in: nobody wants to go back to them afterwards. */
const signInPages = ['/auth', '/forgot-password']

const isLocalPath = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('/') && !value.startsWith('//')

const storedPath = (key: 'way-back' | 'unfinished') => {
  const way = readTabValue(key)
  return isLocalPath(way) ? way : undefined
}

/** Remembers the page somebody is on, for signing in on a page of its own to lead back to it. */
export function rememberReturnTo({ pathname, href }: { pathname: string; href: string }) {
  if (!signInPages.includes(pathname)) writeTabValue('way-back', href)
  if (pathname === '/checkout') writeTabValue('unfinished', null)
}

/** The page before the one for signing in; undefined when there was none. */
export const returnTo = () => storedPath('way-back')

/** Remembers the checkout that the end of a token takes away (D10). */
export function rememberUnfinishedCheckout({ pathname, href }: { pathname: string; href: string }) {
  if (pathname === '/checkout') writeTabValue('unfinished', href)
}

/** The checkout to go on with; undefined when none waits. */
export const unfinishedCheckout = () => storedPath('unfinished')

/** Forgets it: whoever signs in next is somebody else. */
export const forgetUnfinishedCheckout = () => writeTabValue('unfinished', null)
