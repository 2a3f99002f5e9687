import type { StoreView } from '@/lib/api/types.gen'
import { hrefTo } from './href'
import { slugOf } from './item-link'

type LinkedStore = Pick<StoreView, 'id' | 'slug' | 'module_id'>

/** A store's page. The module id says whose cart is beside it. */
export const storeHref = (store: LinkedStore) =>
  hrefTo('/store/$id', { params: { id: slugOf(store) }, search: { module_id: store.module_id } })
