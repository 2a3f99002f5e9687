import { useQuery } from '@tanstack/react-query'
import { IconChevronRight, IconShoppingBag } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { listCartsOptions } from '@/lib/api/@tanstack/react-query.gen'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import { storeHref } from '@/lib/page/links'
import c from './other-carts.module.css'

const text = defineMessages({
  other: {
    id: 'cart.other',
    defaultMessage: 'You also have {count, plural, one {# item} other {# items}} at {store}',
  },
})

/** The shopper's carts in other modules, with links to their stores. Renders nothing after an error. */
export function OtherCarts({ onFollow }: { onFollow?: () => void }) {
  const { guest, guestId, signedIn, module } = useScope()
  const { data } = useQuery({
    ...listCartsOptions({ headers: guest }),
    enabled: guestId !== undefined || signedIn,
    staleTime: 5_000, // other tabs change them
    retry: false,
  })
  const others = data?.carts.filter(({ module_id }) => module_id !== module?.id) ?? []
  if (others.length === 0) return null
  return (
    <ul className={c.carts}>
      {others.map(({ module_id, store, quantity }) => (
        <li key={module_id}>
          <AppLink className={c.cart} href={storeHref({ ...store, module_id })} onClick={onFollow}>
            <IconShoppingBag size={20} aria-hidden />
            <span>
              <FormattedMessage
                {...text.other}
                values={{
                  count: quantity,
                  store: (
                    <b key="store">
                      <bdi>{store.name}</bdi>
                    </b>
                  ),
                }}
              />
            </span>
            <IconChevronRight size={18} aria-hidden className="mirrored" />
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
