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

/** An error with an icon, so that it is not recognized only by its colour. */
const errorWithIcon = (error: ReactNode) =>
  error && (
    <>
      <IconAlertCircle size={16} aria-hidden className={c.icon} />
      {/* The server's text may have another direction than the page. */}
      <bdi>{error}</bdi>
    </>
  )

type Typed = HTMLInputElement | HTMLTextAreaElement

/** Trims text when its field is left (ADDR-06), but not a password. */
function commit({ currentTarget: field }: FocusEvent<Typed>) {
  const words = field.value.trim()
  if (words === field.value || field.readOnly || field.autocomplete.endsWith('password')) return
  // Set with the native setter, so that React notices the change and calls onChange.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, words)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const leaving =
  <Field extends Typed>(onBlur?: (event: FocusEvent<Field>) => void) =>
  (event: FocusEvent<Field>) => {
    commit(event)
    onBlur?.(event)
  }

/** Mantine's fields in our style: label above, 48 px high, error below with an icon. */
export const TextField = ({ error, onBlur, ...rest }: TextInputProps) => (
  <TextInput {...rest} onBlur={leaving(onBlur)} classNames={classNames} error={errorWithIcon(error)} />
)

export const TextAreaField = ({ error, onBlur, ...rest }: TextareaProps) => (
  <Textarea minRows={3} {...rest} onBlur={leaving(onBlur)} classNames={classNames} error={errorWithIcon(error)} />
)

type SelectFieldProps = Omit<NativeSelectProps, 'data'> & {
  data: readonly { value: string; label: string; disabled?: boolean }[]
}

export const SelectField = ({ data, error, ...rest }: SelectFieldProps) => (
  <NativeSelect {...rest} classNames={classNames} error={errorWithIcon(error)}>
    {data.map(({ label, ...option }) => (
      // A name that the town wrote may have another direction than the page.
      <option key={option.value} {...option} dir="auto">
        {label}
      </option>
    ))}
  </NativeSelect>
)

export const CheckField = ({ error, ...rest }: CheckboxProps) => (
  <Checkbox
    size="md"
    radius={6}
    {...rest}
    classNames={{ body: c.check, input: c.box, error: c.error }}
    error={errorWithIcon(error)}
  />
)
