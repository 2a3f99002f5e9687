import type { CategoryView } from '@/lib/api/types.gen'

/** A category's page. */
export const categoryHref = ({ id, slug, module_id }: Pick<CategoryView, 'id' | 'slug' | 'module_id'>) =>
  `/category/${slug || id}?module_id=${module_id}`
