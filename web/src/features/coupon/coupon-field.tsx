import { Button } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { TextField } from '@/components/form/field'
import { Money } from '@/components/price/money'
import type { QuotedCouponView } from '@/lib/api/types.gen'
import { problems } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { useCoupons, type CouponPlace } from './coupon-queries'
import { Conditions, Worth } from './coupon-words'
import c from './coupon-field.module.css'

const text = defineMessages({
  code: { id: 'coupon_field.code', defaultMessage: 'Coupon code' },
  apply: { id: 'coupon_field.apply', defaultMessage: 'Apply' },
  applyOne: { id: 'coupon_field.apply_one', defaultMessage: 'Apply {code}' },
  remove: { id: 'coupon_field.remove', defaultMessage: 'Remove' },
  removeOne: { id: 'coupon_field.remove_one', defaultMessage: 'Remove the coupon {code}' },
  applied: { id: 'coupon_field.applied', defaultMessage: '{code} is applied: you save {amount}' },
  appliedFree: { id: 'coupon_field.applied_free', defaultMessage: '{code} is applied: the delivery is free' },
  yours: { id: 'coupon_field.yours', defaultMessage: 'Coupons for this order' },
})

type Props = {
  at: CouponPlace
  /** The order's coupon, from the quote; undefined: none. */
  coupon: QuotedCouponView | undefined
  /** Quotes the order with a code. */
  tryCode: (code: string) => Promise<QuotedCouponView | undefined>
  /** Sets the order's code; '': none. */
  onCode: (code: string) => void
}

/** An unknown code is not stored, because each new quote would try it again. */
const isKnown = ({ reason_code }: QuotedCouponView) =>
  reason_code !== 'unknown_code' && reason_code !== 'too_many_tries'

/**
 * Applies a coupon to the order, or shows why it does not apply (PRC-03). A coupon that
 * does not apply never blocks the order (M4).
 */
export function CouponField({ at, coupon, tryCode, onCode }: Props) {
  const { formatMessage: t } = useIntl()
  const [typed, setTyped] = useState('')
  const apply = useMutation({
    mutationFn: tryCode,
    meta: { quiet: true },
    onSuccess: (found) => {
      if (!found || !isKnown(found)) return
      setTyped('')
      onCode(found.code)
    },
  })
  if (coupon) {
    return (
      <AppliedCoupon
        coupon={coupon}
        onRemove={() => {
          apply.reset()
          onCode('')
        }}
      />
    )
  }
  const refused = apply.data && !isKnown(apply.data) ? apply.data.reason : undefined
  const failed = apply.error ? problems(apply.error, t(common.offline))[0]?.message : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = typed.replace(/\s+/g, '').toUpperCase() // as the server stores it
    if (code !== '') apply.mutate(code)
  }
  return (
    <div className={c.field}>
      <form className={c.form} onSubmit={submit} noValidate>
        <TextField
          className={c.input}
          label={t(text.code)}
          value={typed}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={refused ?? failed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            apply.reset()
          }}
        />
        <BusyButton type="submit" variant="default" h={48} busy={apply.isPending}>
          <FormattedMessage {...text.apply} />
        </BusyButton>
      </form>
      <Usable at={at} busy={apply.isPending} onApply={(code) => apply.mutate(code)} />
    </div>
  )
}

/** The order's coupon: its discount, or the reason why it does not apply. */
function AppliedCoupon({ coupon, onRemove }: { coupon: QuotedCouponView; onRemove: () => void }) {
  const { formatMessage: t } = useIntl()
  const { code, title, applied, amount, reason } = coupon
  return (
    <div className={c.kept} data-applied={applied || undefined}>
      <IconTicket size={24} aria-hidden />
      <p className={c.words} role="status">
        <b>
          {applied ? (
            <FormattedMessage
              // Without an address it is not known yet how much the free delivery saves.
              {...(amount > 0 ? text.applied : text.appliedFree)}
              values={{
                code: (
                  <bdi key="code" dir="ltr">
                    {code}
                  </bdi>
                ),
                amount: <Money key="amount" value={amount} />,
              }}
            />
          ) : (
            <bdi>{reason}</bdi>
          )}
        </b>
        <small>
          <bdi>{title || code}</bdi>
        </small>
      </p>
      <Button variant="default" size="sm" h={44} aria-label={t(text.removeOne, { code })} onClick={onRemove}>
        <FormattedMessage {...text.remove} />
      </Button>
    </div>
  )
}

type UsableProps = { at: CouponPlace; busy: boolean; onApply: (code: string) => void }

/** The coupons that can be used at the store. Renders nothing until they are loaded, or after an error. */
function Usable({ at, busy, onApply }: UsableProps) {
  const { formatMessage: t } = useIntl()
  const { data } = useCoupons(at)
  const [first] = data?.pages ?? []
  const usable = first?.coupons.filter((coupon) => coupon.usable) ?? []
  if (!first || usable.length === 0) return null
  return (
    <ul className={c.list} aria-label={t(text.yours)}>
      {usable.map((coupon) => (
        <li key={coupon.code} className={c.row}>
          <div className={c.words}>
            <b>
              <Worth coupon={coupon} />
            </b>
            <small>
              <bdi>{coupon.title}</bdi>
            </small>
            <ul className={c.conditions}>
              <Conditions coupon={{ ...coupon, stores: [] }} timeZone={first.time_zone} />
            </ul>
          </div>
          <BusyButton
            variant="default"
            size="sm"
            h={44}
            busy={busy}
            aria-label={t(text.applyOne, { code: coupon.code })}
            onClick={() => onApply(coupon.code)}
          >
            <bdi dir="ltr">{coupon.code}</bdi>
          </BusyButton>
        </li>
      ))}
    </ul>
  )
}
