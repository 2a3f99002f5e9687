import { readTabValue, writeTabValue } from '@/lib/scope/tab-storage'

/** Pages of the sign-in. They are not returned to afterwards. */
const signInPages = ['/auth', '/forgot-password']

/** Whether a path is that of a checkout: of an order, of a trip, or of a parcel. */
export const isCheckout = (path: string) => ['/checkout', '/rental/checkout', '/parcel/send'].includes(path)

/** Whether a value is a path of the shop, and not an address elsewhere. */
export const isLocalPath = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('/') && !value.startsWith('//')

const storedPath = (key: 'way-back' | 'unfinished') => {
  const way = readTabValue(key)
  return isLocalPath(way) ? way : undefined
}

/** Stores the current page, so that a sign-in on another page can return to it. */
export function rememberReturnTo({ pathname, href }: { pathname: string; href: string }) {
  if (!signInPages.includes(pathname)) writeTabValue('way-back', href)
  if (isCheckout(pathname)) writeTabValue('unfinished', null)
}

/** The page before the sign-in, or undefined. */
export const returnTo = () => storedPath('way-back')

/** Stores the checkout that an expired token interrupts (D10). */
export function rememberUnfinishedCheckout({ pathname, href }: { pathname: string; href: string }) {
  if (isCheckout(pathname)) writeTabValue('unfinished', href)
}

/** The interrupted checkout, or undefined. */
export const unfinishedCheckout = () => storedPath('unfinished')

/** Removes it, because another customer signs in. */
export const forgetUnfinishedCheckout = () => writeTabValue('unfinished', null)
