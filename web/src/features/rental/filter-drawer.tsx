import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CheckField } from '@/components/form/field'
import { ChoiceCards } from '@/components/form/choice-cards'
import { Drawer } from '@/components/overlay/drawer'
import { PriceRange } from '@/components/form/price-range'
import type { VehicleChoicesView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import type { ChangeSearch } from './vehicle-results'
import type { VehicleSearch } from './vehicle-search-query'
import c from './filter-drawer.module.css'

const text = defineMessages({
  title: { id: 'filters.title', defaultMessage: 'Filters' },
  brands: { id: 'filters.brands', defaultMessage: 'Brand' },
  types: { id: 'filters.types', defaultMessage: 'Type' },
  fuels: { id: 'filters.fuels', defaultMessage: 'Fuel' },
  seats: { id: 'filters.seats', defaultMessage: 'Seats' },
  any: { id: 'filters.any', defaultMessage: 'Any' },
  atLeast: { id: 'filters.at_least', defaultMessage: '{n} or more' },
  transmission: { id: 'filters.transmission', defaultMessage: 'Transmission' },
  automatic: { id: 'filters.automatic', defaultMessage: 'Automatic' },
  manual: { id: 'filters.manual', defaultMessage: 'Manual' },
  comfort: { id: 'filters.comfort', defaultMessage: 'Comfort and price' },
  ac: { id: 'filters.ac', defaultMessage: 'With AC' },
  deals: { id: 'filters.deals', defaultMessage: 'With a discount' },
  price: { id: 'filters.price', defaultMessage: 'Price' },
  rating: { id: 'filters.rating', defaultMessage: 'Rating' },
  show: { id: 'filters.show', defaultMessage: 'Show {n, plural, one {# vehicle} other {# vehicles}}' },
})

type Props = {
  opened: boolean
  onClose: () => void
  search: VehicleSearch
  /** What the filters can be set to. */
  choices: VehicleChoicesView
  total: number | undefined
  onChange: ChangeSearch
}

/** All filters of vehicles. Each applies at once. */
export default function FilterDrawer({ opened, onClose, search, choices, total = 0, onChange }: Props) {
  const { formatMessage: t } = useIntl()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={<FormattedMessage {...text.title} />}
      width={420}
      footer={
        <Button fullWidth h={52} onClick={onClose}>
          <FormattedMessage {...text.show} values={{ n: total }} />
        </Button>
      }
    >
      <div className={c.groups}>
        {(['brands', 'types', 'fuels'] as const).map((name) => (
          <Group key={name} title={t(text[name])}>
            <Checks choices={choices[name]} chosen={search[name]} onChange={(chosen) => onChange({ [name]: chosen })} />
          </Group>
        ))}
        <AtLeast
          name="seats"
          numbers={choices.seats.filter((n) => n > 1)}
          value={search.seats}
          onChange={(seats) => onChange({ seats })}
        />
        <Transmission search={search} onChange={onChange} />
        <Group title={t(text.comfort)}>
          <CheckField
            label={t(text.ac)}
            checked={search.air_condition === true}
            onChange={({ currentTarget }) => onChange({ air_condition: currentTarget.checked || undefined })}
          />
          <CheckField
            label={t(text.deals)}
            checked={search.discounted === true}
            onChange={({ currentTarget }) => onChange({ discounted: currentTarget.checked || undefined })}
          />
        </Group>
        <Group title={t(text.price)}>
          <PriceRange
            key={`${search.min_price}-${search.max_price}`}
            min={search.min_price}
            max={search.max_price}
            onChange={onChange}
          />
        </Group>
        <AtLeast
          name="rating"
          numbers={[3, 4, 4.5]}
          value={search.min_rating}
          onChange={(min_rating) => onChange({ min_rating })}
        />
      </div>
    </Drawer>
  )
}

type ChecksProps = {
  choices: VehicleChoicesView['types']
  chosen: readonly string[] | undefined
  onChange: (chosen: string[] | undefined) => void
}

/** Choices of which several can be taken, each with its number of vehicles. */
function Checks({ choices, chosen, onChange }: ChecksProps) {
  const { locale } = useIntl()
  return (
    <ul className={c.checks}>
      {sortedByName(choices, locale).map(({ value, shown, count }) => (
        <li key={value}>
          <CheckField
            label={
              <>
                <bdi>{shown}</bdi> ({count})
              </>
            }
            checked={chosen?.includes(value) ?? false}
            onChange={() => onChange(toggled(chosen, value))}
          />
        </li>
      ))}
    </ul>
  )
}

/** The choices in the order of the names that are shown, in the language of the page. */
const sortedByName = (choices: VehicleChoicesView['types'], locale: string) =>
  choices
    .map(({ value, name: shown = value, count }) => ({ value, shown, count }))
    .sort((a, b) => a.shown.localeCompare(b.shown, locale))

/** The list with the value added, or taken away; undefined instead of an empty one. */
function toggled(list: readonly string[] | undefined = [], value: string) {
  const next = list.includes(value) ? list.filter((each) => each !== value) : [...list, value]
  return next.length > 0 ? next : undefined
}

type AtLeastProps = {
  name: 'seats' | 'rating'
  numbers: readonly number[]
  value: number | undefined
  onChange: (value: number | undefined) => void
}

/** The least number of something, or any. */
function AtLeast({ name, numbers, value, onChange }: AtLeastProps) {
  const { formatMessage: t } = useIntl()
  return (
    <Group title={t(text[name])}>
      <ChoiceCards
        label={t(text[name])}
        name={name}
        compact
        value={String(value ?? '')}
        onChange={(n) => onChange(Number(n) || undefined)}
        choices={[
          { value: '', label: t(text.any) },
          ...numbers.map((n) => ({ value: String(n), label: t(text.atLeast, { n }) })),
        ]}
      />
    </Group>
  )
}

function Transmission({ search, onChange }: Pick<Props, 'search' | 'onChange'>) {
  const { formatMessage: t } = useIntl()
  return (
    <Group title={t(text.transmission)}>
      <ChoiceCards
        label={t(text.transmission)}
        name="transmission"
        compact
        value={search.transmission ?? ''}
        onChange={(one) => onChange({ transmission: one || undefined })}
        choices={[
          { value: '' as const, label: t(text.any) },
          { value: 'automatic' as const, label: t(text.automatic) },
          { value: 'manual' as const, label: t(text.manual) },
        ]}
      />
    </Group>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={c.group}>
      <legend className={c.title}>
        <bdi>{title}</bdi>
      </legend>
      {children}
    </fieldset>
  )
}
