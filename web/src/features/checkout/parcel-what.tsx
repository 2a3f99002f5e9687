import { FormattedMessage, useIntl } from 'react-intl'
import { ChoiceCards } from '@/components/form/choice-cards'
import { EmptyState } from '@/components/loading/empty-state'
import { Money } from '@/components/price/money'
import { Picture } from '@/components/picture'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { Stepper } from '@/components/form/stepper'
import type { ParcelCategoryView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { defineMessages } from '@/lib/text/messages'
import type { ParcelState } from './use-parcel-checkout'
import c from './parcel.module.css'

const text = defineMessages({
  what: { id: 'parcel_form.what', defaultMessage: 'What you send' },
  none: { id: 'parcel_form.none', defaultMessage: 'Nothing can be sent here yet' },
  from: { id: 'parcel_form.from', defaultMessage: 'from {price}' },
  packages: { id: 'parcel_form.packages', defaultMessage: 'Packages' },
  package: { id: 'parcel_form.package', defaultMessage: 'package' },
  most: { id: 'parcel_form.most', defaultMessage: 'Up to {n, number}' },
  further: { id: 'parcel_form.further', defaultMessage: '{price} for each further package' },
})

type Props = { state: ParcelState; onCategory: (id: number) => void }

/** What is sent, and how many packages. */
export function ParcelWhat({ state, onCategory }: Props) {
  const { formatMessage: t } = useIntl()
  const { categories, category, quantity, change } = state
  return (
    <QueryView query={categories} skeleton={<WhatSkeleton />}>
      {({ categories: all }) =>
        all.length === 0 ? (
          <EmptyState art={emptyArt('store')} title={<FormattedMessage {...text.none} />} />
        ) : (
          <>
            <ChoiceCards
              label={t(text.what)}
              name="parcel_category"
              value={category && String(category.id)}
              onChange={(id) => onCategory(Number(id))}
              choices={all.map(cardOf)}
            />
            {category && (
              <div className={c.packages}>
                <p>
                  <b>
                    <FormattedMessage {...text.packages} />
                  </b>
                  <small className={c.quiet}>
                    <FormattedMessage {...text.most} values={{ n: category.maximum_quantity }} />
                    {category.further_charge > 0 && (
                      <>
                        {' · '}
                        <FormattedMessage
                          {...text.further}
                          values={{ price: <Money key="price" value={category.further_charge} /> }}
                        />
                      </>
                    )}
                  </small>
                </p>
                <Stepper
                  label={t(text.package)}
                  value={quantity}
                  max={category.maximum_quantity}
                  onChange={(next) => change({ quantity: next })}
                />
              </div>
            )}
          </>
        )
      }
    </QueryView>
  )
}

const cardOf = (category: ParcelCategoryView) => ({
  value: String(category.id),
  label: category.name,
  detail: (
    <span className={c.facts}>
      {category.maximum_weight && <bdi>{category.maximum_weight}</bdi>}
      <span>
        <FormattedMessage
          {...text.from}
          values={{ price: <Money key="price" value={Math.max(category.base_charge, category.minimum_charge)} /> }}
        />
      </span>
    </span>
  ),
  icon: (
    <span className={c.art}>
      <Picture src={category.image_full_url} alt="" width={44} height={44} sizes="44px" fit="contain" />
    </span>
  ),
})

function WhatSkeleton() {
  return (
    <div className={c.cards} aria-hidden>
      {[1, 2, 3, 4].map((n) => (
        <Skeleton key={n} height={68} radius={14} />
      ))}
    </div>
  )
}
