import type { CategoryView } from '@/lib/api/types.gen'
import { hrefTo } from './href'
import { slugOf } from './item-link'

type LinkedCategory = Pick<CategoryView, 'id' | 'slug' | 'module_id'>

/** A category's page. */
export const categoryHref = (category: LinkedCategory) =>
  hrefTo('/category/$id', { params: { id: slugOf(category) }, search: { module_id: category.module_id } })
