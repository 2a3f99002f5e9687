import { FormattedMessage } from 'react-intl'
import { PageSection } from '@/components/layout/page-section'
import { QueryView } from '@/components/loading/query-view'
import type { WalletBonusView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { dateOnly } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import { useBonuses } from './wallet-queries'
import c from './wallet.module.css'

const text = defineMessages({
  title: { id: 'wallet_bonus.title', defaultMessage: 'Bonuses' },
  until: { id: 'wallet_bonus.until', defaultMessage: 'Until {day}' },
  left: {
    id: 'wallet_bonus.left',
    defaultMessage: '{left, plural, one {You can get it once.} other {You can get it # times.}}',
  },
})

/** The bonuses that the customer can get for adding money. Nothing without any. */
export function Bonuses() {
  const query = useBonuses()
  if (!query.isLoadingError && !query.data?.bonuses.length) return null
  return (
    <PageSection title={<FormattedMessage {...text.title} />}>
      <QueryView query={query} skeleton={null}>
        {({ bonuses }) => (
          <ul className={c.bonuses}>
            {bonuses.map((bonus) => (
              <BonusCard key={bonus.id} bonus={bonus} />
            ))}
          </ul>
        )}
      </QueryView>
    </PageSection>
  )
}

function BonusCard({ bonus }: { bonus: WalletBonusView }) {
  const write = useTimes('UTC') // the day has no time
  const { title, description, ends_on: end, left } = bonus
  return (
    <li className={c.bonus}>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <p>
        <bdi>{description}</bdi>
      </p>
      {end && (
        <p className={c.small}>
          <FormattedMessage {...text.until} values={{ day: <bdi key="day">{write(end, dateOnly)}</bdi> }} />
        </p>
      )}
      {left > 0 && (
        <p className={c.small}>
          <FormattedMessage {...text.left} values={{ left }} />
        </p>
      )}
    </li>
  )
}
