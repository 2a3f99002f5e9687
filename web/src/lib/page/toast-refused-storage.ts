import type { IntlShape } from 'react-intl'
import { onStorageChange } from '@/lib/scope/local-storage'
import { isStorageRefused } from '@/lib/scope/safe-storage'
import { defineMessages } from '@/lib/text/messages'
import { toastProblem } from './toast'

const text = defineMessages({
  refused: {
    id: 'storage.refused',
    defaultMessage:
      'This browser does not keep what you do here. Once you close or reload the page, your cart and your sign-in are gone.',
  },
})

/** Says once that the browser's storage is blocked or full. */
export function toastRefusedStorage({ formatMessage: t }: IntlShape) {
  if (isStorageRefused()) {
    toastProblem(t(text.refused))
    return
  }
  const stop = onStorageChange(() => {
    if (!isStorageRefused()) return
    stop()
    toastProblem(t(text.refused))
  })
}
