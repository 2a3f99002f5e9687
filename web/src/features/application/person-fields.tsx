import { FormattedMessage, useIntl } from 'react-intl'
import { TextField } from '@/components/form/field'
import { PasswordField } from '@/components/form/password-field'
import { PhoneInput } from '@/components/form/phone-input'
import { defineMessages, type Message } from '@/lib/text/messages'
import type { Wizard } from './use-wizard'
import c from './application.module.css'

const text = defineMessages({
  name: { id: 'application_person.name', defaultMessage: 'Name' },
  phone: { id: 'application_person.phone', defaultMessage: 'Phone' },
  email: { id: 'application_person.email', defaultMessage: 'Email' },
  password: { id: 'application_person.password', defaultMessage: 'Password for the desk' },
  confirm: { id: 'application_person.confirm', defaultMessage: 'Confirm password' },
  account: {
    id: 'application_person.account',
    defaultMessage: 'Once you are accepted, you sign in at the desk with this email and password.',
  },
})

/** What every text field of a form takes. */
export function useFields({ values, errors, change }: Wizard) {
  const { formatMessage: t } = useIntl()
  return (field: string, label: Message) => ({
    name: field,
    label: t(label),
    value: values[field] ?? '',
    error: errors[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
  })
}

/** The person who applies, and their account at the desk. */
export function PersonFields({ form }: { form: Wizard }) {
  const props = useFields(form)
  return (
    <>
      <TextField {...props('name', text.name)} autoComplete="name" maxLength={120} />
      <PhoneField form={form} field="phone" label={text.phone} />
      <TextField {...props('email', text.email)} type="email" autoComplete="email" maxLength={255} />
      <p className={c.hint}>
        <FormattedMessage {...text.account} />
      </p>
      <PasswordField {...props('password', text.password)} isNew minLength={form.facts.minPasswordLength} />
      <PasswordField {...props('confirm_password', text.confirm)} autoComplete="new-password" placeholder="" />
    </>
  )
}

/** A phone calls back with the number itself. */
export function PhoneField({ form, field, label }: { form: Wizard; field: string; label: Message }) {
  const { onChange: _, ...props } = useFields(form)(field, label)
  return <PhoneInput {...props} onChange={(phone) => form.change({ [field]: phone })} />
}
