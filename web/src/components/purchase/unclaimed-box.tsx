import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { defineMessages, type Message } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock } from '@/lib/text/times'
import { BusyButton } from '@/components/form/busy-button'
import { Money } from '@/components/price/money'
import c from './unclaimed-box.module.css'

const text = defineMessages({
  mine: { id: 'unclaimed.mine', defaultMessage: 'Mine' },
  notMine: { id: 'unclaimed.not_mine', defaultMessage: 'Not mine' },
})

/** What somebody bought with a contact of the customer. */
type UnclaimedItem = {
  id: number
  seller: string
  status: string
  total: number
  /** RFC 3339. */
  createdAt: string
  /** IANA name, the seller's. */
  timeZone: string
}

type Props = {
  /** With {count}. */
  title: Message
  why: Message
  /** The name of one, with {id}. */
  name: Message
  items: readonly UnclaimedItem[]
  /** Sends an answer. It rejects after a toast. */
  onAnswer: (id: number, mine: boolean) => Promise<unknown>
}

/** Asks whether purchases of guests are the customer's. Until the answer they are not in the list (P4). */
export function UnclaimedBox({ title, why, items, ...rest }: Props) {
  if (items.length === 0) return null
  return (
    <section className={c.box} aria-labelledby="unclaimed-title">
      <h2 id="unclaimed-title" className={c.title}>
        <FormattedMessage {...title} values={{ count: items.length }} />
      </h2>
      <p className={c.why}>
        <FormattedMessage {...why} />
      </p>
      <ul className={c.list}>
        {items.map((item) => (
          <li key={item.id}>
            <Question item={item} {...rest} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Question({ item, name, onAnswer }: Pick<Props, 'name' | 'onAnswer'> & { item: UnclaimedItem }) {
  const clock = useClock(item.timeZone, dayTime)
  const [answered, setAnswered] = useState<boolean>()
  const id = `unclaimed-${item.id}`
  const answer = (mine: boolean) => {
    setAnswered(mine)
    onAnswer(item.id, mine)
      .catch(() => {}) // a toast says why
      .finally(() => setAnswered(undefined))
  }
  return (
    <div role="group" aria-labelledby={id} className={c.order}>
      <p className={c.facts}>
        <b id={id}>
          <bdi>{item.seller}</bdi> · <FormattedMessage {...name} values={{ id: <bdi key="id">{item.id}</bdi> }} />
        </b>
        <span className={c.quiet}>
          <time dateTime={item.createdAt}>
            <bdi>{clock(item.createdAt)}</bdi>
          </time>
          {' · '}
          {item.status}
          {' · '}
          <Money value={item.total} />
        </span>
      </p>
      <div className={c.answers}>
        {[true, false].map((mine) => (
          <BusyButton
            key={String(mine)}
            size="sm"
            // Both buttons look the same, because no answer is preferred.
            variant="default"
            onClick={() => answer(mine)}
            busy={answered === mine}
            disabled={answered !== undefined}
            aria-describedby={id}
          >
            <FormattedMessage {...(mine ? text.mine : text.notMine)} />
          </BusyButton>
        ))}
      </div>
    </div>
  )
}
