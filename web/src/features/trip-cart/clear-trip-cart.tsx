import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { toastFailure } from '@/lib/page/toast'
import { currentOrigin } from '@/lib/requests/use-queued-mutation'
import { useRun } from '@/lib/requests/use-run'
import { defineMessages } from '@/lib/text/messages'
import { useClearTripCart } from './trip-cart-queries'

const text = defineMessages({
  clear: { id: 'trip_cart.clear', defaultMessage: 'Clear cart' },
  title: { id: 'trip_cart.clear_title', defaultMessage: 'Clear your trip cart?' },
  warning: { id: 'trip_cart.clear_warning', defaultMessage: 'All vehicles and the trip are removed.' },
})

/** Empties the cart, after a warning (RNT-13). */
export function ClearTripCart() {
  const intl = useIntl()
  const clear = useClearTripCart()
  const { isBusy, run } = useRun()
  const [opened, setOpened] = useState(false)
  const [origin, setOrigin] = useState(currentOrigin)
  const confirm = () =>
    run(
      async () => {
        await clear.mutateAsync(undefined, origin)
        setOpened(false)
      },
      (error) => toastFailure(error, intl),
    )
  return (
    <>
      <Button
        variant="subtle"
        h={44}
        leftSection={<IconTrash size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => {
          setOrigin(currentOrigin())
          setOpened(true)
        }}
      >
        <FormattedMessage {...text.clear} />
      </Button>
      <ConfirmDialog
        opened={opened}
        title={<FormattedMessage {...text.title} />}
        danger
        busy={isBusy}
        onConfirm={() => void confirm()}
        onClose={() => setOpened(false)}
      >
        <FormattedMessage {...text.warning} />
      </ConfirmDialog>
    </>
  )
}
