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
import type { ReactNode } from 'react'
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

/** The kit's own fields in our clothes: label above, 48 px, complaint below with an icon. */
export const TextField = ({ error, ...rest }: TextInputProps) => (
  <TextInput {...rest} classNames={classNames} error={complaint(error)} />
)

export const TextAreaField = ({ error, ...rest }: TextareaProps) => (
  <Textarea minRows={3} {...rest} classNames={classNames} error={complaint(error)} />
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
