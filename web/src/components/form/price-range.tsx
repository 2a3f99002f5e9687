import { Button } from '@mantine/core'
import { useId, useState, type SubmitEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { typedAmount } from '@/lib/text/amount'
import { defineMessages } from '@/lib/text/messages'
import { readAmount } from '@/lib/text/read-amount'
import { useShop } from '@/lib/scope/shop'
import c from './price-range.module.css'

const text = defineMessages({
  least: { id: 'search.price_from', defaultMessage: 'From' },
  most: { id: 'search.price_to', defaultMessage: 'To' },
  apply: { id: 'search.apply', defaultMessage: 'Apply' },
})

type Props = {
  /** Major units. */
  min: number | undefined
  max: number | undefined
  onChange: (range: { min_price: number | undefined; max_price: number | undefined }) => void
}

/** The form of the lowest and the highest price. */
export function PriceRange({ min, max, onChange }: Props) {
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
      <Amount name="min_price" label={t(text.least)} value={min} problem={problems.min_price} />
      <Amount name="max_price" label={t(text.most)} value={max} problem={problems.max_price} />
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
