import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState, type SubmitEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { typedAmount } from '@/lib/text/amount'
import { defineMessages } from '@/lib/text/messages'
import { readAmount } from '@/lib/text/read-amount'
import { useShop } from '@/lib/scope/shop'
import type { Narrow } from './filter-bar'
import type { Filters } from './results-query'
import c from './filter-bar.module.css'

const text = defineMessages({
  price: { id: 'search.price', defaultMessage: 'Price' },
  least: { id: 'search.price_from', defaultMessage: 'From' },
  most: { id: 'search.price_to', defaultMessage: 'To' },
  apply: { id: 'search.apply', defaultMessage: 'Apply' },
})

type Props = { filters: Filters; onChange: Narrow }

/** A switch that shows the form of the lowest and the highest price. */
export default function PriceFilter({ filters, onChange }: Props) {
  const panelId = useId()
  const isOn = filters.min_price !== undefined || filters.max_price !== undefined
  const [isOpen, setOpen] = useState(isOn)
  return (
    <>
      <button
        type="button"
        className={c.switch}
        aria-pressed={isOn}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
      >
        <FormattedMessage {...text.price} />
        <IconChevronDown size={18} aria-hidden />
      </button>
      <div id={panelId} hidden={!isOpen}>
        <PriceForm filters={filters} onChange={onChange} />
      </div>
    </>
  )
}

function PriceForm({ filters, onChange }: Props) {
  const intl = useIntl()
  const { formatMessage: t } = intl
  const shop = useShop()
  const [problems, setProblems] = useState<Record<string, string>>({})

  const apply = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const entered = new FormData(form)
    const wrong: Record<string, string> = {}
    const amountOf = (name: string) => {
      const typed = entered.get(name)
      const read = readAmount(typeof typed === 'string' ? typed : '', intl, shop)
      if ('problem' in read) wrong[name] = read.problem
      return ('amount' in read && read.amount) || undefined
    }
    const changes = { min_price: amountOf('min_price'), max_price: amountOf('max_price') }
    setProblems(wrong)
    const [first] = Object.keys(wrong)
    if (first === undefined) return onChange(changes)
    form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  return (
    <form className={c.price} onSubmit={apply}>
      <Amount name="min_price" label={t(text.least)} value={filters.min_price} problem={problems.min_price} />
      <Amount name="max_price" label={t(text.most)} value={filters.max_price} problem={problems.max_price} />
      <Button type="submit" variant="default" h={44}>
        <FormattedMessage {...text.apply} />
      </Button>
    </form>
  )
}

type AmountProps = { name: string; label: string; value: number | undefined; problem?: string }

function Amount({ name, label, value, problem }: AmountProps) {
  const id = useId()
  const { locale } = useIntl()
  return (
    <span className={c.amount}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={value === undefined ? '' : typedAmount(value, locale)}
        dir="ltr"
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem && `${id}-problem`}
      />
      {problem && (
        <span id={`${id}-problem`} className={c.problem}>
          {problem}
        </span>
      )}
    </span>
  )
}
