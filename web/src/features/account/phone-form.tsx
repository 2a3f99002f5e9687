import { schemaResolver, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import * as z from 'zod/mini'
import { BusyButton } from '@/components/form/busy-button'
import { PhoneInput } from '@/components/form/phone-input'
import { useShop } from '@/lib/scope/shop'
import { inputText } from '@/lib/account/validators'
import { formText, phone } from './form-text'
import { useSend } from './use-send'
import c from './account.module.css'

type Props = {
  /** The initial value, which was typed before. */
  phone?: string
  /** The label of the button. */
  children: ReactNode
  onSubmit: (phone: string) => Promise<void>
}

/** Asks for a phone number, to send a code (AUTH-04) or because a provider returned none (AUTH-07). */
export function PhoneForm({ phone: typed = '', children, onSubmit }: Props) {
  const { formatMessage: t } = useIntl()
  const { country } = useShop()
  const input = z.object({ phone: phone(t(inputText.phoneMissing), t(formText.phoneShort), country) })
  const form = useForm({ initialValues: { phone: typed }, validate: schemaResolver(input, { sync: true }) })
  const { isBusy, send } = useSend(form)
  return (
    <form className={c.form} onSubmit={form.onSubmit((values) => void send(() => onSubmit(values.phone)))} noValidate>
      <PhoneInput label={t(formText.phone)} data-autofocus {...form.getInputProps('phone')} />
      <BusyButton type="submit" busy={isBusy}>
        {children}
      </BusyButton>
    </form>
  )
}
