import { useState, type SyntheticEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { Dialog } from '@/components/overlay/dialog'
import { TextField } from '@/components/form/field'
import { Money } from '@/components/price/money'
import type { LoyaltyOutputBody } from '@/lib/api/types.gen'
import { toast } from '@/lib/page/toast'
import { problems } from '@/lib/requests/problems'
import { useShop } from '@/lib/scope/shop'
import { common } from '@/lib/text/intl'
import { wholeNumber } from '@/lib/text/digits'
import { defineMessages } from '@/lib/text/messages'
import { useConvert } from './loyalty-queries'
import { worthOf } from './worth'
import c from './convert.module.css'

const text = defineMessages({
  title: { id: 'convert_points.title', defaultMessage: 'Convert points' },
  points: { id: 'convert_points.points', defaultMessage: 'Points' },
  hint: { id: 'convert_points.hint', defaultMessage: 'At least {least, number}. You have {points, number}.' },
  worth: {
    id: 'convert_points.worth',
    defaultMessage: 'You get {amount} for {points, plural, one {# point} other {# points}}.',
  },
  submit: { id: 'convert_points.submit', defaultMessage: 'Convert' },
  again: {
    id: 'convert_points.again',
    defaultMessage: 'We do not know yet whether your points were converted. Try again: they are converted only once.',
  },
})

type Props = { loyalty: LoyaltyOutputBody | undefined; opened: boolean; onClose: () => void }

/** The dialog in which points become money of the wallet (WAL-03). A request without a response outlives its closing. */
export default function Convert({ loyalty, opened, onClose }: Props) {
  const convert = useConvert()
  return (
    <Dialog opened={opened} onClose={onClose} title={<FormattedMessage {...text.title} />} width={420} small>
      {loyalty && <Form loyalty={loyalty} convert={convert} onDone={onClose} />}
    </Dialog>
  )
}

type FormProps = { loyalty: LoyaltyOutputBody; convert: ReturnType<typeof useConvert>; onDone: () => void }

function Form({ loyalty, convert, onDone }: FormProps) {
  const { formatMessage: t } = useIntl()
  const { digit_after_decimal_point: digits } = useShop()
  const [typed, setTyped] = useState(String(loyalty.points))
  const [error, setError] = useState<string>()
  const points = wholeNumber(typed) || 0
  const worth = worthOf(points, loyalty.points_of_a_unit, digits)
  const isPossible = points >= loyalty.least_to_convert && points <= loyalty.points && worth.points > 0

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isPossible && convert.unanswered === undefined) return
    setError(undefined)
    try {
      toast((await convert.send(points)).message)
      onDone()
    } catch (problem) {
      setError(problems(problem, t(common.offline))[0]?.message)
    }
  }
  return (
    <form className={c.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t(text.points)}
        description={t(text.hint, { least: loyalty.least_to_convert, points: loyalty.points })}
        inputMode="numeric"
        maxLength={12}
        value={convert.unanswered === undefined ? typed : String(convert.unanswered)}
        readOnly={convert.unanswered !== undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={error}
        data-autofocus
      />
      <p className={c.worth} aria-live="polite">
        {convert.unanswered !== undefined && !convert.isPending ? (
          <FormattedMessage {...text.again} />
        ) : (
          <FormattedMessage
            {...text.worth}
            values={{ amount: <Money key="amount" value={worth.amount} />, points: worth.points }}
          />
        )}
      </p>
      <BusyButton
        type="submit"
        size="md"
        busy={convert.isPending}
        disabled={!isPossible && convert.unanswered === undefined}
      >
        <FormattedMessage {...text.submit} />
      </BusyButton>
    </form>
  )
}
