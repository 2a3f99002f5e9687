import type { ReactNode } from 'react'
import c from './option-row.module.css'

type Props = {
  /** radio: one of a group; a click on the chosen one unselects it. */
  type: 'radio' | 'checkbox'
  /** The group's name. */
  name: string
  label: ReactNode
  /** Below the label, such as an address. */
  detail?: ReactNode
  /** At the end, such as "+$2.50". */
  amount?: ReactNode
  checked: boolean
  disabled?: boolean
  /** Called with the new state; false for a click on a chosen radio (ITEM-03). */
  onChange: (checked: boolean) => void
}

/** A row with a choice. The native control is invisible, and a styled one shows its state. */
export function OptionRow({ type, name, label, detail, amount, checked, disabled, onChange }: Props) {
  return (
    <label className={c.row} data-checked={checked} data-disabled={disabled}>
      <input
        className={c.input}
        type={type}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        // A chosen radio has no change event when it is clicked again.
        onClick={() => type === 'radio' && checked && onChange(false)}
      />
      <span className={c.control} data-type={type} aria-hidden />
      <span className={c.label}>
        {label}
        {detail && <span className={c.detail}>{detail}</span>}
      </span>
      {amount && <span className={c.amount}>{amount}</span>}
    </label>
  )
}
