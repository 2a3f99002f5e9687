import type { QueryClient } from '@tanstack/react-query'
import { adoptModule } from '@/lib/scope/adopt-module'
import { isId } from '@/lib/scope/guards'
import { currentScope } from '@/lib/scope/scope'
import { wasServedFor } from '@/lib/scope/scope-cookie'
import { seedPreloaded } from './query-client'

/**
 * Seeds the cache with the data of the page, if it was made for this shopper. The page of a link to
 * another module has data of that module (internal/page/module.go), so it is adopted first.
 */
export function seedPageData(queryClient: QueryClient, element: HTMLElement | null) {
  if (!element || !wasServedFor(currentScope())) return
  const { module, moduleType = '' } = element.dataset
  if (isId(Number(module))) adoptModule({ module_id: Number(module), module_type: moduleType })
  seedPreloaded(queryClient, element.textContent, currentScope())
}
