import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { typedAmount } from '@/lib/text/amount'
import { readAmount } from '@/lib/text/read-amount'
import { useShop } from '@/lib/scope/shop'
import { TextField } from './field'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** Major units; undefined: none. */
  value: number | undefined
  /** The largest amount that may be entered. */
  maxAmount: number
  /** Called when the field is left, not while typing (ADDR-06), with undefined for an invalid amount. */
  onAmount: (amount: number | undefined) => void
}

/** A field for an amount of money. Invalid text stays in it, with the reason below. */
export function AmountField({ value, maxAmount, onAmount, error, ...rest }: Props) {
  const intl = useIntl()
  const shop = useShop()
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const commit = () => {
    if (typed === undefined) return
    const read = readAmount(typed, intl, shop, maxAmount)
    if ('problem' in read) {
      setProblem(read.problem)
      onAmount(undefined)
    } else {
      setProblem(undefined)
      setTyped(undefined)
      onAmount(read.amount)
    }
  }
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      dir="auto"
      {...rest}
      error={problem ?? error}
      value={typed ?? (value === undefined ? '' : typedAmount(value, intl.locale))}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
