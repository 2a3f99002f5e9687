import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { listModulesOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { ModuleView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'
import { defineMessages } from '@/lib/text/messages'
import { chooseModule, useScope, type ScopeHeaders } from '@/lib/scope/scope'
import { toast } from '@/lib/page/toast'

const text = defineMessages({
  chosen: { id: 'module.chosen', defaultMessage: 'A Module has been selected.' },
})

/** The modules of the place (LOC-06). The first response of the page has the same key. */
export const modulesOptions = ({ headers }: ScopeHeaders) => listModulesOptions({ headers })

/** Returns whether a place is chosen, but no module or one that the place does not have. */
export function useNeedsModule(): boolean {
  const scope = useScope()
  const { data } = useQuery({ ...modulesOptions(scope), enabled: scope.zoneIds.length > 0 })
  if (scope.zoneIds.length === 0) return false
  if (!scope.module) return true
  return data !== undefined && data.modules.every(({ id }) => id !== scope.module?.id)
}

const isCategoryList = (part: unknown) => isRecord(part) && part._id === 'listCategories'

/**
 * Stores the chosen module, removes both category lists (featured and all) from the cache and shows
 * a toast (LOC-08).
 */
export function useChooseModule() {
  const queryClient = useQueryClient()
  const { formatMessage: t } = useIntl()
  return useCallback(
    (module: ModuleView) => {
      chooseModule(module)
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.some(isCategoryList) })
      toast(t(text.chosen))
    },
    [queryClient, t],
  )
}
