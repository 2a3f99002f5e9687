import type { ReactNode } from 'react'
import c from './option-row.module.css'

type Props = {
  /** radio: one of a group; a chosen one may be clicked again. */
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
  /** Told of the state asked for; a radio clicked again asks to be unchosen (ITEM-03). */
  onChange: (checked: boolean) => void
}

/** A whole row to choose: the real control is there, unseen, and a drawn one shows its state. */
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
        // A chosen radio sends no change of its own when it is clicked again.
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
