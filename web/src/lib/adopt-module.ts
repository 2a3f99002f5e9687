import { useEffect } from 'react'
import type { ItemView, StoreView } from './api/types.gen'
import { chooseModule, currentScope, type ModuleType } from './scope'

type OfModule = Pick<ItemView | StoreView, 'module_id' | 'module_type'>

function adopt({ module_id, module_type }: OfModule) {
  chooseModule({ id: module_id, module_type: module_type as ModuleType, module_name: '' })
}

/** Whoever follows a link to another module's page shops there from then on: the cart beside it is that module's. */
export function useAdoptModule(page: OfModule) {
  const { module_id, module_type } = page
  useEffect(() => {
    const { module } = currentScope()
    if (module && module.id !== module_id) adopt({ module_id, module_type })
  }, [module_id, module_type])
}

/** Before the first thing is put into a cart there must be a module whose cart it is. */
export function adoptModuleOf(item: OfModule) {
  if (!currentScope().module) adopt(item)
}
