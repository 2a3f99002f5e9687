import type { ReactNode } from 'react'
import c from './choice-cards.module.css'

type Choice<T extends string> = { value: T; label: ReactNode; detail?: ReactNode; icon?: ReactNode; disabled?: boolean }

type Props<T extends string> = {
  /** The accessible name of the set. */
  label: string
  name: string
  choices: readonly Choice<T>[]
  /** undefined: none is chosen. */
  value: T | undefined
  onChange: (value: T) => void
  /** Short labels, side by side also on phones. */
  compact?: boolean
}

/** A few large choices side by side, of which one is chosen. */
export function ChoiceCards<T extends string>({ label, name, choices, value, onChange, compact }: Props<T>) {
  return (
    <div className={c.cards} role="radiogroup" aria-label={label} data-compact={compact || undefined}>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={c.card}
          data-checked={choice.value === value || undefined}
          data-disabled={choice.disabled || undefined}
        >
          <input
            type="radio"
            className="sr"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onChange(choice.value)}
          />
          {choice.icon}
          <span className={c.words}>
            <bdi>{choice.label}</bdi>
            {choice.detail && <span className={c.detail}>{choice.detail}</span>}
          </span>
          <span className={c.control} aria-hidden />
        </label>
      ))}
    </div>
  )
}
