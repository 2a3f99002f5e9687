import type { StoreView } from '@/lib/api/types.gen'

/** A store's page; the module says whose cart is beside it. */
export const storeHref = ({ id, slug, module_id }: Pick<StoreView, 'id' | 'slug' | 'module_id'>) =>
  `/store/${slug || id}?module_id=${module_id}`
