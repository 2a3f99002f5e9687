import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { latinDigits } from '@/lib/text/digits'
import { defineMessages } from '@/lib/text/messages'
import c from './code-input.module.css'

const text = defineMessages({
  label: { id: 'code_input.label', defaultMessage: 'Six-digit code' },
})

/** Digits of a code. */
export const codeLength = 6

/** The digits of what was typed or pasted, at most as many as a code has. */
export const codeOf = (typed: string) => latinDigits(typed).replace(/\D/g, '').slice(0, codeLength)

type Props = {
  value: string
  onChange: (code: string) => void
  /** Enter was pressed. */
  onEnter: () => void
  error?: ReactNode
}

/**
 * A code of six digits. One field, over boxes that are only drawn: so that it is
 * pasted, filled in from a message, read aloud and corrected as any other.
 */
export function CodeInput({ value, onChange, onEnter, error }: Props) {
  const { formatMessage: t } = useIntl()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // It takes the place of what was just sent off: the keys go on to it.
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  return (
    <div>
      <div className={c.code} dir="ltr" data-wrong={error ? true : undefined}>
        <input
          ref={input}
          className={c.input}
          value={value}
          onChange={({ target }) => onChange(codeOf(target.value))}
          onKeyDown={({ key }) => key === 'Enter' && onEnter()}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus // for a dialog that opens with it
          aria-label={t(text.label)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        {Array.from({ length: codeLength }, (_, index) => (
          <span key={index} className={c.box} data-next={index === Math.min(value.length, codeLength - 1)} aria-hidden>
            {value[index]}
          </span>
        ))}
      </div>
      <p id={id} className={c.error} role="alert">
        {error && (
          <>
            <IconAlertCircle size={16} aria-hidden />
            <bdi>{error}</bdi>
          </>
        )}
      </p>
    </div>
  )
}
