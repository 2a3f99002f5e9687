import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { CategoryChip } from '@/components/catalog/category-chip'
import { EmptyState } from '@/components/loading/empty-state'
import { QueryView } from '@/components/loading/query-view'
import { CategoryChipSkeleton } from '@/components/loading/skeleton'
import type { CategoryView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { categoryHref } from '@/lib/page/links'
import { vehicleCategoryHref } from '@/lib/page/rental-links'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import { useScope } from '@/lib/scope/scope'
import { useIsRental } from '@/lib/scope/shop'
import { categoriesOptions } from './category-queries'
import c from './category-list.module.css'

const text = defineMessages({
  title: { id: 'category.title', defaultMessage: 'Categories' },
  empty: { id: 'category.empty', defaultMessage: 'No categories here yet' },
  emptyText: { id: 'category.empty_text', defaultMessage: 'Nothing of this kind is sold at your address so far.' },
  within: { id: 'category.within', defaultMessage: 'More in {name}' },
})

/** The page of all categories of the module (BRW-03). */
export function CategoryList() {
  const { formatMessage: t } = useIntl()
  const list = useQuery(categoriesOptions(useScope()))
  usePageTitle(t(text.title))
  return (
    <>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      <QueryView query={list} skeleton={<Chips label={t(text.title)} />}>
        {({ categories }) =>
          categories.length === 0 ? (
            <EmptyState
              art={emptyArt('search')}
              title={<FormattedMessage {...text.empty} />}
              text={<FormattedMessage {...text.emptyText} />}
            />
          ) : (
            <Chips label={t(text.title)} categories={categories} />
          )
        }
      </QueryView>
    </>
  )
}

/** The subcategories of a category. Renders nothing if there are none. */
export function ChildCategories({ category }: { category: CategoryView }) {
  const { formatMessage: t } = useIntl()
  if (category.childes.length === 0) return null
  return <Chips label={t(text.within, { name: category.name })} categories={category.childes} />
}

/** Chips for the categories, or skeletons until they are loaded. */
function Chips({ label, categories }: { label: string; categories?: readonly CategoryView[] }) {
  const isRental = useIsRental()
  const hrefOf = isRental ? vehicleCategoryHref : categoryHref
  return (
    <ul className={c.chips} aria-label={label}>
      {categories
        ? categories.map((category) => (
            <li key={category.id}>
              <CategoryChip name={category.name} image={category.image_full_url} href={hrefOf(category)} />
            </li>
          ))
        : Array.from({ length: 12 }, (_, index) => (
            <li key={index}>
              <CategoryChipSkeleton />
            </li>
          ))}
    </ul>
  )
}
