import { useState } from 'react'
import { Money } from '@/components/price/money'
import { defineMessages } from '@/lib/text/messages'
import { AskForm } from './ask-form'
import type { MoneyFormProps } from './steps'

const text = defineMessages({
  hint: {
    id: 'desk_pay_back.hint',
    defaultMessage: 'Confirm that you have paid back {amount} outside of the shop. The shop then no longer owes it.',
  },
})

/** Asks once more whether the amount was paid back, and says which amount that was. */
export function PayBackForm({ label, of, busy, onAnswer, onClose }: MoneyFormProps) {
  // What the admin has seen: more may have been given back meanwhile, which they have not paid.
  const [seen] = useState({ to_pay_back: of.to_pay_back ?? 0, ...(of.refunded && { refunded: of.refunded }) })
  return (
    <AskForm
      hint={text.hint}
      values={{ amount: <Money key="amount" value={seen.to_pay_back} /> }}
      label={label}
      busy={busy}
      onSend={() => onAnswer({ payBack: seen })}
      onClose={onClose}
    />
  )
}
