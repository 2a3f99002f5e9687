import { IconStar } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { AppLink } from '@/components/app-link'
import { Money } from '@/components/price/money'
import { Picture } from '@/components/picture'
import type { OrderCardView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { usePlanClock } from '@/lib/text/times'
import { hrefTo } from '@/lib/page/href'
import { Reorder } from './reorder'
import { isFinished, statusMessage } from './status'
import c from '@/components/purchase/purchase-card.module.css'

const text = defineMessages({
  number: { id: 'order_card.number', defaultMessage: 'Order {id}' },
  facts: { id: 'order_card.facts', defaultMessage: 'Order {id} · {count, plural, one {# item} other {# items}}' },
  planned: { id: 'order_card.planned', defaultMessage: 'For {time}' },
  rate: { id: 'order_card.rate', defaultMessage: 'Rate your order' },
})

/** An order in a list. The whole card links to the order. A past one can be ordered again, but for a parcel. */
export function OrderCard({ order }: { order: OrderCardView }) {
  const { formatMessage: t } = useIntl()
  const clock = usePlanClock(order.time_zone, dayTime)
  const over = isFinished(order)
  const planned = over ? undefined : order.schedule_at
  return (
    <article className={c.card}>
      <div className={c.logo}>
        <Picture src={order.store_logo_full_url} alt="" width={56} height={56} sizes="56px" />
      </div>
      <div className={c.head}>
        <h2 className={c.store}>
          <AppLink href={hrefTo('/order/$id', { params: { id: String(order.id) } })} className={c.link}>
            <bdi>{order.store_name}</bdi>{' '}
            <span className="sr">
              <FormattedMessage {...text.number} values={{ id: order.id }} />
            </span>
          </AppLink>
        </h2>
        <Badge tone={over ? 'quiet' : 'soft'}>{t(statusMessage(order, order.module.module_type))}</Badge>
      </div>
      <p className={c.summary}>
        <bdi>{order.summary}</bdi>
      </p>
      <p className={c.facts}>
        <span>
          <FormattedMessage {...text.facts} values={{ id: <bdi key="id">{order.id}</bdi>, count: order.units }} />
        </span>
        <time dateTime={planned ?? order.created_at}>
          {planned ? (
            <FormattedMessage {...text.planned} values={{ time: <bdi key="time">{clock(planned)}</bdi> }} />
          ) : (
            <bdi>{clock(order.created_at)}</bdi>
          )}
        </time>
      </p>
      <b className={c.total}>
        <Money value={order.total} />
      </b>
      {order.can_review && (
        <p className={c.rate}>
          <IconStar size={18} aria-hidden />
          <FormattedMessage {...text.rate} />
        </p>
      )}
      {over && order.order_type !== 'parcel' && (
        <div className={c.again}>
          <Reorder id={order.id} />
        </div>
      )}
    </article>
  )
}
