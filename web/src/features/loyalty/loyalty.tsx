import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { lazyOverlay } from '@/components/loading/lazy'
import { Money } from '@/components/price/money'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { LoyaltyOutputBody } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { usePageTitle } from '@/lib/page/page-title'
import { defineMessages } from '@/lib/text/messages'
import { EarnedChart } from './earned-chart'
import { LoyaltyHistory } from './history'
import { useLoyalty, type Direction } from './loyalty-queries'
import c from './loyalty.module.css'

const Convert = lazyOverlay(() => import('./convert'))

const text = defineMessages({
  title: { id: 'loyalty.title', defaultMessage: 'Loyalty points' },
  // The specification prescribes these two texts (WAL-03).
  total: { id: 'loyalty.total', defaultMessage: 'Total points' },
  convert: { id: 'loyalty.convert', defaultMessage: 'Convert to currency now' },
  worth: { id: 'loyalty.worth', defaultMessage: 'Worth {amount}' },
  earn: {
    id: 'loyalty.earn',
    defaultMessage:
      '{points, plural, one {# point} other {# points}} for each {amount} of an order that was delivered.',
  },
  least: {
    id: 'loyalty.least',
    defaultMessage: 'You can convert {points, plural, one {# point} other {# points}} or more.',
  },
  owed: {
    id: 'loyalty.owed',
    defaultMessage:
      '{points, plural, one {# point} other {# points}} that you earn next will be withheld, because points of a refunded order were already spent.',
  },
})

type Props = { direction: Direction; onDirection: (direction: Direction) => void }

/** The points of a customer: what they are worth, and how they came (WAL-03). */
export function Loyalty({ direction, onDirection }: Props) {
  const { formatMessage: t } = useIntl()
  usePageTitle(t(text.title))
  const loyalty = useLoyalty()
  const [isConverting, setConverting] = useState(false)
  return (
    <section className={c.page}>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      <QueryView query={loyalty} skeleton={<Skeleton height={168} radius={20} />} art={emptyArt('error')}>
        {(now) => <Total loyalty={now} onConvert={() => setConverting(true)} />}
      </QueryView>
      <EarnedChart />
      <LoyaltyHistory direction={direction} onDirection={onDirection} />
      <Convert loyalty={loyalty.data} opened={isConverting} onClose={() => setConverting(false)} />
    </section>
  )
}

function Total({ loyalty, onConvert }: { loyalty: LoyaltyOutputBody; onConvert: () => void }) {
  const { points, owed, worth, earned_per_unit, least_to_convert, can_convert } = loyalty
  const isEnough = points >= least_to_convert
  return (
    <section className={c.total}>
      <div className={c.words}>
        <h2 className={c.label}>
          <FormattedMessage {...text.total} />
        </h2>
        <p className={c.points}>
          <FormattedNumber value={points} />
        </p>
        {can_convert && (
          <p>
            <FormattedMessage {...text.worth} values={{ amount: <Money key="amount" value={worth} /> }} />
          </p>
        )}
        {earned_per_unit > 0 && (
          <p className={c.quiet}>
            <FormattedMessage
              {...text.earn}
              values={{ points: earned_per_unit, amount: <Money key="amount" value={1} /> }}
            />
          </p>
        )}
        {owed > 0 && (
          <p className={c.quiet}>
            <FormattedMessage {...text.owed} values={{ points: owed }} />
          </p>
        )}
      </div>
      {can_convert && (
        <div className={c.action}>
          <Button
            size="md"
            classNames={{ label: c.wrap }}
            leftSection={<IconArrowsExchange size={20} aria-hidden />}
            aria-haspopup="dialog"
            disabled={!isEnough}
            onClick={onConvert}
          >
            <FormattedMessage {...text.convert} />
          </Button>
          {!isEnough && (
            <p className={c.quiet}>
              <FormattedMessage {...text.least} values={{ points: least_to_convert }} />
            </p>
          )}
        </div>
      )}
    </section>
  )
}
