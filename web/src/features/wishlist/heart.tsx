import { IconHeart } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useIntl } from 'react-intl'
import type { HeartProps } from '@/contracts/heart'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import { toastProblem } from '@/lib/page/toast'
import { useRemoval } from './use-removal'
import { useAddWish, useIsWished } from './wishlist-queries'
import c from './heart.module.css'

const text = defineMessages({
  label: { id: 'heart.label', defaultMessage: 'Add {name} to your wishlist' },
  login: { id: 'heart.login', defaultMessage: 'Please login to add to your wishlist' },
})

/**
 * The heart of an item, a store, a vehicle or a provider. It adds to the wishlist at once, removes after a confirmation, and
 * asks guests to sign in (D11).
 */
export default function Heart({ wish, large }: HeartProps) {
  const { formatMessage: t } = useIntl()
  const { signedIn } = useScope()
  const isKept = useIsWished(wish)
  const add = useAddWish()
  const { ask, question } = useRemoval()

  const press = ({ detail }: MouseEvent) => {
    if (detail > 1) return // the second click of a double click must not remove it again (L4)
    if (!signedIn) toastProblem(t(text.login))
    else if (isKept) ask(wish)
    else add.mutate(wish)
  }
  return (
    <>
      <button
        type="button"
        className={c.heart}
        data-large={large || undefined}
        aria-pressed={isKept}
        aria-label={t(text.label, { name: wish.thing.name })}
        onClick={press}
      >
        <span className={c.disc}>
          <IconHeart size={large ? 24 : 20} stroke={2} aria-hidden />
        </span>
      </button>
      {question}
    </>
  )
}
