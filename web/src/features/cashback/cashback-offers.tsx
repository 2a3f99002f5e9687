import { useQuery } from '@tanstack/react-query'
import { FormattedList, FormattedMessage } from 'react-intl'
import { Money } from '@/components/price/money'
import { Percent } from '@/components/price/percent'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { listCashbackOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { CashbackView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { dateOnly } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import c from './cashback-offers.module.css'

const text = defineMessages({
  title: { id: 'cashback.title', defaultMessage: 'Cashback offers' },
  how: {
    id: 'cashback.how',
    defaultMessage: 'When your order is delivered, the money is in your wallet. The best offer counts.',
  },
  percent: { id: 'cashback.percent', defaultMessage: '{percent} of your order back' },
  percentUpTo: { id: 'cashback.percent_up_to', defaultMessage: '{percent} of your order back, up to {most}' },
  amount: { id: 'cashback.amount', defaultMessage: '{amount} back' },
  minimum: { id: 'cashback.minimum', defaultMessage: 'On orders of {amount} or more' },
  modules: { id: 'cashback.modules', defaultMessage: 'Only in {modules}' },
  until: { id: 'cashback.until', defaultMessage: 'Until {day}' },
  left: {
    id: 'cashback.left',
    defaultMessage: '{left, plural, one {You can get it once.} other {You can get it # times.}}',
  },
})

/** The offers of cashback that the customer can get now (WAL-06). Nothing without any. */
export function CashbackOffers() {
  const query = useQuery({ ...listCashbackOptions(), staleTime: 0 })
  if (query.data?.offers.length === 0) return null
  return (
    <section className={c.part} aria-busy={query.isPending}>
      {/* Not before it is known whether there is an offer. */}
      {!query.isPending && (
        <h2>
          <FormattedMessage {...text.title} />
        </h2>
      )}
      <QueryView query={query} skeleton={<Skeleton height={132} radius={18} />}>
        {({ offers }) => (
          <>
            <p className={c.how}>
              <FormattedMessage {...text.how} />
            </p>
            <ul className={c.offers}>
              {offers.map((offer) => (
                <Offer key={offer.id} offer={offer} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </section>
  )
}

function Offer({ offer }: { offer: CashbackView }) {
  const write = useTimes('UTC') // the day has no time
  const { title, min_purchase, module_names, end_date, left } = offer
  return (
    <li className={c.offer}>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <p>
        <Worth offer={offer} />
      </p>
      <ul className={c.conditions}>
        {min_purchase > 0 && (
          <li>
            <FormattedMessage {...text.minimum} values={{ amount: <Money key="amount" value={min_purchase} /> }} />
          </li>
        )}
        {module_names.length > 0 && (
          <li>
            <FormattedMessage
              {...text.modules}
              values={{
                modules: (
                  <FormattedList
                    key="modules"
                    type="conjunction"
                    value={module_names.map((name) => (
                      <bdi key={name}>{name}</bdi>
                    ))}
                  />
                ),
              }}
            />
          </li>
        )}
        {end_date && (
          <li>
            <FormattedMessage {...text.until} values={{ day: <bdi key="day">{write(end_date, dateOnly)}</bdi> }} />
          </li>
        )}
        {left > 0 && (
          <li>
            <FormattedMessage {...text.left} values={{ left }} />
          </li>
        )}
      </ul>
    </li>
  )
}

/** How much an offer gives back. */
function Worth({ offer: { percent = 0, amount = 0, max_cashback } }: { offer: CashbackView }) {
  if (percent === 0) {
    return <FormattedMessage {...text.amount} values={{ amount: <Money key="amount" value={amount} /> }} />
  }
  const values = {
    percent: <Percent key="percent" value={percent} />,
    most: <Money key="most" value={max_cashback} />,
  }
  return <FormattedMessage {...(max_cashback > 0 ? text.percentUpTo : text.percent)} values={values} />
}
