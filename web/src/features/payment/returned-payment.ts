import { useEffect } from 'react'
import { isRecord } from '@/lib/scope/guards'
import { useTabValue, writeTabValue } from '@/lib/scope/tab-storage'

/**
 * The payment whose shopper is back at a page from a gateway. The tab stores it, so that
 * the URL can be cleaned and a reload shows the same. inUrl: the id in the page's URL.
 */
export function useReturnedPayment(page: string, inUrl: string | undefined, cleanUrl: () => void) {
  const stored = useTabValue('payment')
  useEffect(() => {
    if (inUrl === undefined) return
    writeTabValue('payment', { page, id: inUrl })
    cleanUrl()
  }, [page, inUrl, cleanUrl])
  const id = isRecord(stored) && stored.page === page && typeof stored.id === 'string' ? stored.id : undefined
  return { id: inUrl ?? id, close: () => writeTabValue('payment', null) }
}

/** Returns the id of a payment in a URL; undefined: there is none, or it cannot be one. */
export const readPaymentId = (value: unknown) =>
  typeof value === 'string' && /^[\w-]{10,64}$/.test(value) ? value : undefined
