import type { ConfigView, ItemView, StoreView } from '@/lib/api/types.gen'
import { chooseModule, currentScope, type ModuleType, type Scope } from './scope'
import { moduleIdOf } from './shop'

export type OfModule = Pick<ItemView | StoreView, 'module_id' | 'module_type'>

/** Whether an item or a store belongs to another module than the one in force. */
export const isOfOtherModule = (
  { module_id }: Pick<OfModule, 'module_id'>,
  scope: Scope,
  shop: ConfigView | undefined,
) => moduleIdOf(scope, shop) !== module_id

/** Changes to the module of an item or a store. */
export function adoptModule({ module_id, module_type }: OfModule) {
  chooseModule({ id: module_id, module_type: module_type as ModuleType, module_name: '' })
}

/** Chooses the item's module if none is chosen, because each module has its own cart. */
export function adoptFirstModule(item: OfModule) {
  if (!currentScope().module) adoptModule(item)
}
