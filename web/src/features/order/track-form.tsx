import { schemaResolver, useForm } from '@mantine/form'
import { FormattedMessage, useIntl } from 'react-intl'
import * as z from 'zod/mini'
import { BusyButton } from '@/components/form/busy-button'
import { TextField } from '@/components/form/field'
import { PhoneInput } from '@/components/form/phone-input'
import type { TrackedPurchaseView } from '@/lib/api/types.gen'
import { latinDigits } from '@/lib/text/digits'
import { common } from '@/lib/text/intl'
import { inputText, phoneOrEmpty, required } from '@/lib/account/validators'
import { defineMessages, type Translate } from '@/lib/text/messages'
import { problems } from '@/lib/requests/problems'
import { useShop } from '@/lib/scope/shop'
import { useTrackPurchase, type NumberAndPhone } from './order-queries'
import c from './track-order.module.css'

const text = defineMessages({
  form: { id: 'track_form.form', defaultMessage: 'Track order' },
  id: { id: 'track_form.id', defaultMessage: 'Number of the order' },
  idOfBoth: { id: 'track_form.id_of_both', defaultMessage: 'Number of the order or trip' },
  phone: { id: 'track_form.phone', defaultMessage: 'Phone' },
  idRequired: { id: 'track_form.id_required', defaultMessage: 'The number is required' },
  idWrong: { id: 'track_form.id_wrong', defaultMessage: 'This is not a number' },
  track: { id: 'track_form.track', defaultMessage: 'Track' },
})

function trackInput(t: Translate, country: string) {
  return z.object({
    order_id: required(t(text.idRequired)).check(
      z.refine((typed) => typed === '' || /^#?[1-9]\d{0,14}$/.test(latinDigits(typed)), t(text.idWrong)),
    ),
    phone: required(t(inputText.phoneRequired)).check(phoneOrEmpty(t(inputText.phoneWrong), country)),
  })
}

type Props = {
  /** The number from the URL. */
  orderId: number | undefined
  onFound: (asked: NumberAndPhone, answer: TrackedPurchaseView) => void
}

/** A form for number and phone. The error for a wrong pair does not say which of the two is wrong (P1). */
export function TrackForm({ orderId, onFound }: Props) {
  const { formatMessage: t } = useIntl()
  const { country, rental_status } = useShop()
  const track = useTrackPurchase()
  const form = useForm({
    initialValues: { order_id: orderId ? String(orderId) : '', phone: '' },
    validate: schemaResolver(trackInput(t, country), { sync: true }),
  })

  const send = form.onSubmit(({ order_id, phone }) => {
    const asked = { id: Number(latinDigits(order_id).trim().replace('#', '')), phone }
    track.mutate(asked, {
      onSuccess: (answer) => onFound(asked, answer),
      onError: (error) =>
        form.setErrors({
          phone: problems(error, t(common.offline))
            .map(({ message }) => message)
            .join(' '),
        }),
    })
  })
  return (
    <form className={c.form} onSubmit={send} noValidate aria-label={t(text.form)}>
      <TextField
        label={t(rental_status === 1 ? text.idOfBoth : text.id)}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('order_id')}
      />
      <PhoneInput label={t(text.phone)} {...form.getInputProps('phone')} value={form.values.phone} />
      <BusyButton type="submit" h={52} busy={track.isPending}>
        <FormattedMessage {...text.track} />
      </BusyButton>
    </form>
  )
}
