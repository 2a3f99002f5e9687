import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import {
  Checkbox,
  NativeSelect,
  Textarea,
  TextInput,
  type CheckboxProps,
  type NativeSelectProps,
  type TextareaProps,
  type TextInputProps,
} from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { FocusEvent, ReactNode } from 'react'
import c from './field.module.css'

const classNames = { label: c.label, input: c.input, error: c.error, description: c.hint }

/** Words alone leave the colour to say that it is a complaint: an icon stands before them. */
const complaint = (error: ReactNode) =>
  error && (
    <>
      <IconAlertCircle size={16} aria-hidden className={c.icon} />
      {/* The server's words may be of another direction than the page. */}
      <bdi>{error}</bdi>
    </>
  )

type Typed = HTMLInputElement | HTMLTextAreaElement

/** Words count without the blanks around them once their field is left (ADDR-06); a password is what was typed. */
function commit({ currentTarget: field }: FocusEvent<Typed>) {
  const words = field.value.trim()
  if (words === field.value || field.readOnly || field.autocomplete.endsWith('password')) return
  // React sees a value that is set past it, and tells whoever keeps it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, words)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const leaving =
  <Field extends Typed>(onBlur?: (event: FocusEvent<Field>) => void) =>
  (event: FocusEvent<Field>) => {
    commit(event)
    onBlur?.(event)
  }

/** The kit's own fields in our clothes: label above, 48 px, complaint below with an icon. */
export const TextField = ({ error, onBlur, ...rest }: TextInputProps) => (
  <TextInput {...rest} onBlur={leaving(onBlur)} classNames={classNames} error={complaint(error)} />
)

export const TextAreaField = ({ error, onBlur, ...rest }: TextareaProps) => (
  <Textarea minRows={3} {...rest} onBlur={leaving(onBlur)} classNames={classNames} error={complaint(error)} />
)

export const SelectField = ({ error, ...rest }: NativeSelectProps) => (
  <NativeSelect {...rest} classNames={classNames} error={complaint(error)} />
)

export const CheckField = ({ error, ...rest }: CheckboxProps) => (
  <Checkbox
    size="md"
    radius={6}
    {...rest}
    classNames={{ body: c.check, input: c.box, error: c.error }}
    error={complaint(error)}
  />
)
