import { ActionIcon } from '@mantine/core'
import { IconAlertCircle, IconMapPin, IconX } from '@tabler/icons-react'
import { useId, useRef, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './place-field.module.css'

const text = defineMessages({
  clear: { id: 'place_input.clear', defaultMessage: '{label}: clear' },
})

type Props = {
  label: string
  /** The name of the chosen place; undefined: none is chosen. */
  place: string | undefined
  /** Shown without a place. */
  placeholder: ReactNode
  error?: string
  /** Opens the map. */
  onPick: () => void
  onClear: () => void
}

/** A field for a place, which is chosen on the map. */
export function PlaceField({ label, place, placeholder, error, onPick, onClear }: Props) {
  const { formatMessage: t } = useIntl()
  const id = useId()
  const field = useRef<HTMLButtonElement>(null)
  return (
    <div>
      <span id={`${id}label`} className={c.label}>
        {label}
      </span>
      <div className={c.box} data-invalid={error ? true : undefined}>
        <button
          ref={field}
          type="button"
          className={c.field}
          aria-haspopup="dialog"
          aria-labelledby={`${id}label ${id}place`}
          aria-describedby={error ? `${id}error` : undefined}
          onClick={onPick}
        >
          <IconMapPin size={20} aria-hidden />
          <span id={`${id}place`} data-empty={place === undefined || undefined}>
            <bdi>{place ?? placeholder}</bdi>
          </span>
        </button>
        {place !== undefined && (
          <ActionIcon
            size={44}
            aria-label={t(text.clear, { label })}
            onClick={() => {
              field.current?.focus() // this button disappears
              onClear()
            }}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {error && (
        <p id={`${id}error`} className={c.error} role="alert">
          <IconAlertCircle size={16} aria-hidden />
          <bdi>{error}</bdi>
        </p>
      )}
    </div>
  )
}
