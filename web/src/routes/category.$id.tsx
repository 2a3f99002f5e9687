import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { ChildCategories } from '@/features/category/category-list'
import { categoryOptions } from '@/features/category/category-queries'
import { Results } from '@/features/search/results'
import { readResultsQuery } from '@/features/search/results-query'
import type { CategoryView } from '@/lib/api/types.gen'
import { isNotFound } from '@/lib/requests/problems'
import { useAdoptModule } from '@/lib/requests/use-adopt-module'
import { currentScope, useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { adoptModuleOfLink } from './-adopt-module'
import { NotFound } from './-not-found'
import c from './-page.module.css'

export const Route = createFileRoute('/category/$id')({
  validateSearch: readResultsQuery,
  beforeLoad: adoptModuleOfLink,
  loader: ({ context: { queryClient }, params }) =>
    void queryClient.prefetchQuery(categoryOptions(params.id, currentScope())),
  component: CategoryPage,
})

/** Vehicles of a category are on the page of their search. */
function CategoryPage() {
  const { id } = Route.useParams()
  const category = useQuery(categoryOptions(id, useScope()))
  const modules = useShop().module
  if (isNotFound(category.error)) return <NotFound />
  return (
    <div className={c.page}>
      <QueryView query={category} skeleton={<Skeleton width="240px" height={36} />}>
        {(found) => {
          const module = modules.find((module) => module.id === found.module_id)
          if (!module) return <NotFound />
          if (module.module_type === 'rental')
            return <Navigate to="/rental/vehicle-search" search={{ categoryId: found.id }} replace />
          return <Category category={found} moduleType={module.module_type} />
        }}
      </QueryView>
    </div>
  )
}

function Category({ category, moduleType }: { category: CategoryView; moduleType: string }) {
  const {
    search: _search,
    id: _id,
    name: _name,
    module_id: _module,
    data_type,
    exact: _exact,
    ...filters
  } = Route.useSearch()
  const { id } = Route.useParams()
  const isAdopted = useAdoptModule(
    { module_id: category.module_id, module_type: moduleType },
    (scope) => categoryOptions(id, scope).queryKey,
    category,
  )
  if (!isAdopted) return null
  return (
    <Results title={category.name} subject={{ categoryId: category.id }} filters={filters} of={data_type ?? 'item'}>
      <ChildCategories category={category} />
    </Results>
  )
}
