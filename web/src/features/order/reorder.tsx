import { IconRefresh } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { lazyOverlay } from '@/components/loading/lazy'
import type { ReorderOutputBody } from '@/lib/api/types.gen'
import { storeHref } from '@/lib/page/links'
import { toast, toastFailure, toastProblem } from '@/lib/page/toast'
import { useMounted } from '@/lib/page/use-mounted'
import { isRefusal } from '@/lib/requests/problems'
import { useRun } from '@/lib/requests/use-run'
import { defineMessages } from '@/lib/text/messages'
import { useReorder } from './order-queries'

const ReorderDialog = lazyOverlay(() => import('./reorder-dialog'))

const text = defineMessages({
  again: { id: 'reorder.again', defaultMessage: 'Order again' },
  of: { id: 'reorder.of', defaultMessage: 'Order again: order {id}' },
  unanswered: {
    id: 'reorder.unanswered',
    defaultMessage:
      'We got no response. The items may already be in your cart: please look there before you try again.',
  },
  done: { id: 'reorder.done', defaultMessage: '{count, plural, one {# item is} other {# items are}} in your cart' },
})

type Props = { id: number; token?: string; className?: string }

/**
 * Puts the lines of an order into the cart and opens its store (ORD-04). Where something is not as
 * it was, it asks first.
 */
export function Reorder({ id, token, className }: Props) {
  const intl = useIntl()
  const { formatMessage: t } = intl
  const navigate = useNavigate()
  const reorder = useReorder(id, token)
  const { isBusy, run } = useRun()
  const mounted = useMounted()
  const [asked, setAsked] = useState<ReorderOutputBody>()
  const [opened, setOpened] = useState(false)

  const onAnswer = (answer: ReorderOutputBody) => {
    setOpened(!answer.done)
    if (!answer.done) return setAsked(answer)
    toast(t(text.done, { count: answer.lines.reduce((sum, { units }) => sum + units, 0) }))
    // A shopper who has gone on to another page stays there.
    return mounted.current && navigate({ href: storeHref({ ...answer.store, module_id: answer.module_id }) })
  }
  const onError = (error: unknown) => {
    if (isRefusal(error)) return toastFailure(error, intl)
    setOpened(false) // it covers the cart
    toastProblem(t(text.unanswered))
  }
  // It stays busy until the store is open: a click meanwhile would add everything again (L4).
  const send = (agreed?: string) => void run(() => reorder.mutateAsync(agreed).then(onAnswer), onError)
  return (
    <>
      <BusyButton
        variant="default"
        h={44}
        className={className}
        leftSection={<IconRefresh size={18} aria-hidden />}
        busy={isBusy && !opened}
        aria-label={t(text.of, { id })}
        onClick={() => send()}
      >
        <FormattedMessage {...text.again} />
      </BusyButton>
      {asked && (
        <ReorderDialog
          opened={opened}
          answer={asked}
          busy={isBusy}
          onConfirm={() => send(asked.digest)}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}
