import type { TextInputProps } from '@mantine/core'
import { ActionIcon } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { recommendedPassword, strengthOf } from '@/lib/account/password'
import { useShop } from '@/lib/scope/shop'
import { TextField } from './field'
import c from './password-field.module.css'

const text = defineMessages({
  show: { id: 'password_field.show', defaultMessage: 'Show the password' },
  placeholder: {
    id: 'password_field.placeholder',
    defaultMessage: 'At least {least, plural, one {# character} other {# characters}}',
  },
  strength: {
    id: 'password_field.strength',
    defaultMessage: 'Strength: {level, select, 1 {weak, easy to guess} 2 {fair} 3 {good} other {strong}}',
  },
})

type Props = Omit<TextInputProps, 'value' | 'type'> & {
  value?: string
  /** For a new password: shows how strong it is (D7). */
  isNew?: boolean
  /** How many characters it must have. Without it, as many as that of a customer. */
  minLength?: number
}

/** A password field that can show its text. */
export function PasswordField({ isNew = false, value = '', minLength, ...rest }: Props) {
  const { formatMessage: t } = useIntl()
  const ofCustomers = Math.max(recommendedPassword, useShop().least_password)
  const [isShown, setShown] = useState(false)
  return (
    <div>
      <TextField
        placeholder={t(text.placeholder, { least: minLength ?? ofCustomers })}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        maxLength={200}
        {...rest}
        value={value}
        type={isShown ? 'text' : 'password'}
        rightSectionWidth={48}
        rightSectionPointerEvents="all"
        rightSection={
          <ActionIcon aria-label={t(text.show)} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? <IconEyeOff size={20} /> : <IconEye size={20} />}
          </ActionIcon>
        }
      />
      {isNew && <StrengthBar password={value} />}
    </div>
  )
}

function StrengthBar({ password }: { password: string }) {
  const level = strengthOf(password)
  return (
    <div className={c.strength} data-level={level}>
      <span className={c.bar} aria-hidden />
      <span role="status">{level > 0 && <FormattedMessage {...text.strength} values={{ level }} />}</span>
    </div>
  )
}
