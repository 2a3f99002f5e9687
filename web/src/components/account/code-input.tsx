import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { latinDigits } from '@/lib/text/digits'
import { defineMessages } from '@/lib/text/messages'
import c from './code-input.module.css'

const text = defineMessages({
  label: { id: 'code_input.label', defaultMessage: 'Six-digit code' },
})

/** The number of digits of a code. */
export const codeLength = 6

/** Returns the digits of typed or pasted text, at most codeLength. */
export const codeOf = (typed: string) => latinDigits(typed).replace(/\D/g, '').slice(0, codeLength)

type Props = {
  value: string
  onChange: (code: string) => void
  /** Called when Enter is pressed. */
  onEnter: () => void
  error?: ReactNode
}

/**
 * A code of six digits. It is one field over decorative boxes, so that pasting, filling
 * in from a message, screen readers and corrections work as in any other field.
 */
export function CodeInput({ value, onChange, onEnter, error }: Props) {
  const { formatMessage: t } = useIntl()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // It replaces the submitted form, so it takes the focus.
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
          data-autofocus // for a dialog that opens with this field
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
