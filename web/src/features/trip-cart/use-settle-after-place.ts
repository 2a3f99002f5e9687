import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { useScope } from '@/lib/scope/scope'
import { readTabValue, writeTabValue } from '@/lib/scope/tab-storage'
import { settleTripCart } from './settle-trip-cart'

/**
 * Keeps or clears the trip cart after a change of the place to other zones (RNT-12). Most
 * changes reload the page, so the tab remembers the zones. They are forgotten when rental
 * is left, because a change of the module is settled on its own.
 */
export function useSettleAfterPlace() {
  const { module, zoneIds } = useScope()
  const queryClient = useQueryClient()
  const intl = useIntl()
  const rentalId = module?.id
  useEffect(() => {
    if (rentalId === undefined || zoneIds.length === 0) return
    const before = readTabValue('trip-zones')
    writeTabValue('trip-zones', zoneIds)
    if (before === null || JSON.stringify(before) === JSON.stringify(zoneIds)) return
    const chosen = { zones: zoneIds.map((id) => ({ id })) }
    void settleTripCart({ chosen, rentalId, queryClient, intl })
  }, [rentalId, zoneIds, queryClient, intl])
  useEffect(() => () => writeTabValue('trip-zones', null), [])
}
