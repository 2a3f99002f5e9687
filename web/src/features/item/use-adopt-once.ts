import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { ItemView } from '@/lib/api/types.gen'
import { adoptModule, isOfOtherModule } from '@/lib/scope/adopt-module'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'

/**
 * Switches to the module of the item that a link from elsewhere opened, as useAdoptModule does for a
 * page. Once each time the item is opened: the page below may have a module of its own, and switch back.
 */
export function useAdoptOnce(item: ItemView | undefined, opened: boolean, keyIn: (scope: Scope) => QueryKey) {
  const queryClient = useQueryClient()
  const scope = useScope()
  const shop = useShop()
  const adopted = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (!opened) adopted.current = undefined
    else if (item && item.id !== adopted.current && isOfOtherModule(item, scope, shop)) {
      adopted.current = item.id
      adoptModule(item)
      queryClient.setQueryData(keyIn(currentScope()), item)
    }
  })
}
