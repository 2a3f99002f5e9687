import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { EmptyState } from '@/components/loading/empty-state'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { CouponView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { usePageTitle } from '@/lib/page/page-title'
import { toast } from '@/lib/page/toast'
import { useIsRental } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { useCoupons } from './coupon-queries'
import { Conditions, Worth } from './coupon-words'
import c from './coupons.module.css'

const text = defineMessages({
  title: { id: 'coupons.title', defaultMessage: 'Coupons' },
  how: { id: 'coupons.how', defaultMessage: 'Copy a code and apply it at the checkout.' },
  none: { id: 'coupons.none', defaultMessage: 'No coupons here right now' },
  noneText: { id: 'coupons.none_text', defaultMessage: 'New ones for this place will show here.' },
  browse: { id: 'coupons.browse', defaultMessage: 'Browse shops' },
  browseVehicles: { id: 'coupons.browse_vehicles', defaultMessage: 'Find a vehicle' },
  copy: { id: 'coupons.copy', defaultMessage: 'Copy the code {code}' },
  copied: { id: 'coupons.copied', defaultMessage: 'Code {code} copied.' },
  byHand: { id: 'coupons.by_hand', defaultMessage: 'Your browser does not copy here. The code is {code}.' },
})

/** The page of all coupons at the current place; usable ones come first (WAL-05). */
export function Coupons() {
  usePageTitle(useIntl().formatMessage(text.title))
  const isRental = useIsRental()
  const list = useCoupons()
  const coupons = list.data?.pages.flatMap((page) => page.coupons) ?? []
  return (
    <section className={c.page}>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      <QueryView query={list} skeleton={<CardsSkeleton />} art={emptyArt('error')}>
        {({ pages: [first] }) =>
          coupons.length === 0 ? (
            <EmptyState
              art={emptyArt('orders')}
              title={<FormattedMessage {...text.none} />}
              text={<FormattedMessage {...text.noneText} />}
              action={
                <Button component={AppLink} href="/home" size="md">
                  <FormattedMessage {...(isRental ? text.browseVehicles : text.browse)} />
                </Button>
              }
            />
          ) : (
            <>
              <p className={c.quiet}>
                <FormattedMessage {...text.how} />
              </p>
              <ul className={c.list}>
                {coupons.map((coupon) => (
                  <CouponCard key={coupon.code} coupon={coupon} timeZone={first?.time_zone ?? 'UTC'} />
                ))}
              </ul>
              <More list={list} />
            </>
          )
        }
      </QueryView>
    </section>
  )
}

function CouponCard({ coupon, timeZone }: { coupon: CouponView; timeZone: string }) {
  const { code, title, usable, reason } = coupon
  return (
    <li className={c.card} data-unusable={!usable || undefined}>
      <p className={c.worth}>
        <Worth coupon={coupon} />
      </p>
      <h2 className={c.name}>
        <bdi>{title}</bdi>
      </h2>
      <ul className={c.conditions}>
        <Conditions coupon={coupon} timeZone={timeZone} />
      </ul>
      {usable ? (
        <CopyCode code={code} />
      ) : (
        <p className={c.reason}>
          <bdi>{reason}</bdi>
        </p>
      )}
    </li>
  )
}

/** The code as a button that copies it. Without a clipboard it shows the code to copy by hand. */
function CopyCode({ code }: { code: string }) {
  const { formatMessage: t } = useIntl()
  const [isByHand, setByHand] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => toast(t(text.copied, { code })),
      () => setByHand(true),
    )
  if (isByHand) {
    return (
      <p className={c.reason} role="status">
        {t(text.byHand, { code })}
      </p>
    )
  }
  return (
    <button
      type="button"
      className={c.code}
      aria-label={t(text.copy, { code })}
      // Browsers have a clipboard only on HTTPS pages.
      onClick={() => ('clipboard' in navigator ? void copy() : setByHand(true))}
    >
      <bdi dir="ltr">{code}</bdi>
      <IconCopy size={18} aria-hidden />
    </button>
  )
}

function CardsSkeleton() {
  return (
    <div className={c.list} aria-hidden>
      {[1, 2, 3, 4].map((n) => (
        <Skeleton key={n} height={196} radius={18} />
      ))}
    </div>
  )
}
