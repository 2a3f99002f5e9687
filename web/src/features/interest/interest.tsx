import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { EmptyState } from '@/components/loading/empty-state'
import { QueryView } from '@/components/loading/query-view'
import { Picture } from '@/components/picture'
import { CategoryChipSkeleton } from '@/components/loading/skeleton'
import { listCategoriesOptions } from '@/lib/api/@tanstack/react-query.gen'
import { putInterests } from '@/lib/api/sdk.gen'
import type { CategoryView, CustomerView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { customerOptions, useCustomer } from '@/lib/account/customer'
import { categoriesStaleTime } from '@/lib/requests/query-client'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import { currentScope, useScope } from '@/lib/scope/scope'
import { useModuleId } from '@/lib/scope/shop'
import { toast } from '@/lib/page/toast'
import { skipInterests } from './skipped'
import c from './interest.module.css'

const text = defineMessages({
  title: { id: 'interest.title', defaultMessage: 'What do you like?' },
  detail: { id: 'interest.detail', defaultMessage: 'Choose a few, and we will show you more of them.' },
  none: { id: 'interest.none', defaultMessage: 'Nothing to choose from here yet' },
  save: { id: 'interest.save', defaultMessage: 'Save' },
  skip: { id: 'interest.skip', defaultMessage: 'Skip' },
})

/** Asks which categories of the module a customer likes (LOC-10); recommendations use the choice. */
export function Interest({ onDone }: { onDone: () => void }) {
  const { formatMessage: t } = useIntl()
  usePageTitle(t(text.title))
  const { headers } = useScope()
  const list = useQuery({ ...listCategoriesOptions({ headers }), staleTime: categoriesStaleTime })
  const customer = useCustomer()
  return (
    <div className={c.page}>
      <header className={c.head}>
        <h1>
          <FormattedMessage {...text.title} />
        </h1>
        <p>
          <FormattedMessage {...text.detail} />
        </p>
      </header>
      <QueryView query={list} skeleton={<ChipsSkeleton />}>
        {({ categories }) => (
          <QueryView query={customer} skeleton={<ChipsSkeleton />}>
            {(known) => <Choice categories={categories} customer={known} onDone={onDone} />}
          </QueryView>
        )}
      </QueryView>
    </div>
  )
}

type ChoiceProps = { categories: readonly CategoryView[]; customer: CustomerView; onDone: () => void }

function Choice({ categories, customer, onDone }: ChoiceProps) {
  const { formatMessage: t } = useIntl()
  const moduleId = useModuleId()
  const ofModule = new Set(categories.map(({ id }) => id))
  const [chosen, setChosen] = useState<readonly number[]>(customer.interest.filter((id) => ofModule.has(id)))
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: async () => {
      const scope = currentScope()
      // The call replaces all interests, so those in other modules are sent too.
      const interest = [...customer.interest.filter((id) => !ofModule.has(id)), ...chosen]
      const saved = await putInterests({ headers: scope.headers, body: { interest }, throwOnError: true })
      await queryClient.invalidateQueries({ queryKey: customerOptions(scope).queryKey })
      return saved.data
    },
    onSuccess: ({ message }) => toast(message),
  })
  const flip = (id: number) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  return (
    <>
      {categories.length === 0 ? (
        <EmptyState art={emptyArt('search')} title={<FormattedMessage {...text.none} />} />
      ) : (
        <ul className={c.chips} aria-label={t(text.title)}>
          {categories.map((category) => (
            <li key={category.id}>
              <Chip category={category} isChosen={chosen.includes(category.id)} onFlip={() => flip(category.id)} />
            </li>
          ))}
        </ul>
      )}
      <div className={c.buttons} data-stands>
        <Button
          variant="default"
          onClick={() => {
            skipInterests(moduleId)
            onDone()
          }}
        >
          <FormattedMessage {...text.skip} />
        </Button>
        {categories.length > 0 && (
          <BusyButton
            disabled={chosen.length === 0}
            busy={save.isPending}
            onClick={() => save.mutate(undefined, { onSuccess: onDone })}
          >
            <FormattedMessage {...text.save} />
          </BusyButton>
        )}
      </div>
    </>
  )
}

type ChipProps = { category: CategoryView; isChosen: boolean; onFlip: () => void }

function Chip({ category: { name, image_full_url: image }, isChosen, onFlip }: ChipProps) {
  return (
    <button type="button" className={c.chip} aria-pressed={isChosen} onClick={onFlip}>
      <span className={c.disc}>
        <Picture src={image} alt="" width={72} height={72} sizes="72px" fit="contain" />
        {isChosen && (
          <span className={c.mark}>
            <IconCheck size={16} stroke={3} aria-hidden />
          </span>
        )}
      </span>
      <span className={c.name}>
        <bdi>{name}</bdi>
      </span>
    </button>
  )
}

function ChipsSkeleton() {
  return (
    <div className={c.chips} aria-hidden>
      {Array.from({ length: 12 }, (_, index) => (
        <CategoryChipSkeleton key={index} />
      ))}
    </div>
  )
}
