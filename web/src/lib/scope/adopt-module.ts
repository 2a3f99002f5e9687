import type { ItemView, StoreView } from '@/lib/api/types.gen'
import { chooseModule, currentScope, type ModuleType } from './scope'

export type OfModule = Pick<ItemView | StoreView, 'module_id' | 'module_type'>

export function adopt({ module_id, module_type }: OfModule) {
  chooseModule({ id: module_id, module_type: module_type as ModuleType, module_name: '' })
}

/** Before the first thing is put into a cart there must be a module whose cart it is. */
export function adoptModuleOf(item: OfModule) {
  if (!currentScope().module) adopt(item)
}
