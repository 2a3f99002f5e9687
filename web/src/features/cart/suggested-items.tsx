import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { Picture } from '@/components/picture'
import { Price } from '@/components/price/price'
import { listItemsOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { CartLineView, ItemView } from '@/lib/api/types.gen'
import { canAddDirectly, lineWithoutChoices, useCartActions } from '@/contracts/cart-actions'
import { useItemHref } from '@/lib/page/links'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import c from './suggested-items.module.css'

const text = defineMessages({
  title: { id: 'cart.also_add', defaultMessage: 'People also add' },
  add: { id: 'cart.also_add_item', defaultMessage: 'Add {name} to cart' },
})

const shown = 3

type Props = {
  lines: readonly CartLineView[]
  /** Called when a link to an item is followed. */
  onFollow: () => void
}

/** Three small cards of items related to the newest line. Renders nothing after an error. */
export function SuggestedItems({ lines, onFollow }: Props) {
  const titleId = useId()
  const { headers } = useScope()
  const newest = lines.at(-1)?.item.id
  const { data } = useQuery({
    ...listItemsOptions({ headers, query: { related_to: newest, limit: 12 } }),
    enabled: newest !== undefined,
    staleTime: 60_000,
    retry: false,
    // The old cards stay until those for a new line are loaded.
    placeholderData: (before) => before,
  })
  const store = lines[0]?.item.store_id
  const offered = (data?.items ?? [])
    .filter(({ id, stock, store_id }) => stock !== 0 && store_id === store && !lines.some(({ item }) => item.id === id))
    .slice(0, shown)
  if (offered.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={c.section}>
      <h3 id={titleId} className={c.title}>
        <FormattedMessage {...text.title} />
      </h3>
      <ul className={c.cards}>
        {offered.map((item) => (
          <Card key={item.id} item={item} onFollow={onFollow} />
        ))}
      </ul>
    </section>
  )
}

function Card({ item, onFollow }: { item: ItemView; onFollow: () => void }) {
  const { formatMessage: t } = useIntl()
  const { add } = useCartActions()
  const href = useItemHref()(item)
  const label = t(text.add, { name: item.name })
  const plus = <IconPlus size={18} stroke={2.4} aria-hidden />
  return (
    <li className={c.card}>
      <div className={c.art}>
        <Picture src={item.image_full_url} alt="" width={240} height={180} sizes="120px" />
      </div>
      <AppLink href={href} className={c.name} onClick={onFollow}>
        <bdi>{item.name}</bdi>
      </AppLink>
      <div className={c.price}>
        <Price now={item.sale_price} was={item.price} short />
      </div>
      {canAddDirectly(item) ? (
        <button type="button" className={c.plus} aria-label={label} onClick={() => add(lineWithoutChoices(item))}>
          {plus}
        </button>
      ) : (
        <AppLink href={href} className={c.plus} aria-label={label} onClick={onFollow}>
          {plus}
        </AppLink>
      )}
    </li>
  )
}
