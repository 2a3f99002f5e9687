import { IconAlertCircle, IconMapPin } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import c from './place-field.module.css'

type Props = {
  label: ReactNode
  /** The name of the chosen place; undefined: none is chosen. */
  place: string | undefined
  /** Shown without a place. */
  placeholder: ReactNode
  error?: string
  /** Opens the map. */
  onPick: () => void
}

/** A field for a place, which is chosen on the map. */
export function PlaceField({ label, place, placeholder, error, onPick }: Props) {
  const id = useId()
  return (
    <div>
      <span id={`${id}label`} className={c.label}>
        {label}
      </span>
      <button
        type="button"
        className={c.field}
        aria-haspopup="dialog"
        aria-labelledby={`${id}label ${id}place`}
        aria-describedby={error ? `${id}error` : undefined}
        data-invalid={error ? true : undefined}
        onClick={onPick}
      >
        <IconMapPin size={20} aria-hidden />
        <span id={`${id}place`} data-empty={place === undefined || undefined}>
          <bdi>{place ?? placeholder}</bdi>
        </span>
      </button>
      {error && (
        <p id={`${id}error`} className={c.error} role="alert">
          <IconAlertCircle size={16} aria-hidden />
          <bdi>{error}</bdi>
        </p>
      )}
    </div>
  )
}
