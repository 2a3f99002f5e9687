import { createFileRoute } from '@tanstack/react-router'
import { CategoryList } from '@/features/category/category-list'
import { categoriesOptions } from '@/features/category/category-queries'
import { currentScope } from '@/lib/scope/scope'
import c from './-page.module.css'

export const Route = createFileRoute('/categories')({
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(categoriesOptions(currentScope())),
  component: () => (
    <div className={c.page}>
      <CategoryList />
    </div>
  ),
})
