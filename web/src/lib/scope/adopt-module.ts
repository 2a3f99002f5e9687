import type { ItemView, StoreView } from '@/lib/api/types.gen'
import { chooseModule, currentScope, type ModuleType, type Scope } from './scope'

export type OfModule = Pick<ItemView | StoreView, 'module_id' | 'module_type'>

/** Whether a thing is shopped in another module than the one in force. */
export const isOfOtherModule = ({ module_id }: Pick<OfModule, 'module_id'>, { module }: Scope) =>
  module !== undefined && module.id !== module_id

/** Makes a thing's module the one in force. */
export function adoptModule({ module_id, module_type }: OfModule) {
  chooseModule({ id: module_id, module_type: module_type as ModuleType, module_name: '' })
}

/** Before the first thing is put into a cart there must be a module whose cart it is. */
export function adoptFirstModule(item: OfModule) {
  if (!currentScope().module) adoptModule(item)
}
