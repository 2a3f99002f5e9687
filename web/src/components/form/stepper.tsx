import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './stepper.module.css'

const text = defineMessages({
  less: { id: 'stepper.less', defaultMessage: 'One less {label}' },
  more: { id: 'stepper.more', defaultMessage: 'One more {label}' },
  remove: { id: 'stepper.remove', defaultMessage: 'Remove {label}' },
})

type Props = {
  /** What is counted, for the names of the buttons. */
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  /** The maximum. Above it the plus calls onLimit; a value above it falls to it. */
  max?: number
  /** Called when somebody asks for more than max. Without it the plus is disabled there. */
  onLimit?: () => void
  /** For carts: at 1, and if max is 0, the minus becomes a bin, which calls onChange with 0. */
  removable?: boolean
  disabled?: boolean
}

/** A quantity with plus and minus. Numbers below ten have a leading zero. */
export function Stepper({ label, value, onChange, min = 1, max = Infinity, onLimit, removable, disabled }: Props) {
  const { formatMessage: t } = useIntl()
  const removes = removable && (value <= 1 || max < 1)
  const less = () => onChange(removes ? 0 : Math.max(min, Math.min(value - 1, max)))
  const more = () => (value < max ? onChange(value + 1) : onLimit?.())
  return (
    <div className={c.stepper} role="group" aria-label={label}>
      <Step
        name={t(removes ? text.remove : text.less, { label })}
        inactive={disabled || (!removes && value <= min)}
        onClick={less}
      >
        {removes ? <IconTrash size={19} /> : <IconMinus size={19} />}
      </Step>
      <output className={c.figure} aria-live="polite">
        {String(value).padStart(2, '0')}
      </output>
      <Step name={t(text.more, { label })} inactive={disabled || (value >= max && !onLimit)} onClick={more}>
        <IconPlus size={19} />
      </Step>
    </div>
  )
}

type StepProps = { name: string; inactive: boolean; onClick: () => void; children: ReactNode }

/** A step is not `disabled` at its limit, because then it would lose the focus. */
function Step({ name, inactive, onClick, children }: StepProps) {
  return (
    <ActionIcon
      aria-label={name}
      aria-disabled={inactive || undefined}
      data-disabled={inactive || undefined}
      onClick={inactive ? undefined : onClick}
    >
      {children}
    </ActionIcon>
  )
}
