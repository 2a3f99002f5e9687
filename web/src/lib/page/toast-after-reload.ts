import { type IntlShape } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { toast } from './toast'

const text = defineMessages({
  language: { id: 'reload.language', defaultMessage: 'Language has been changed' },
  place: { id: 'reload.place', defaultMessage: 'New Delivery address selected.' },
  pickup: { id: 'reload.pickup', defaultMessage: 'New Pickup address selected.' },
})

/** The messages that can be shown after a reload. */
type ReloadToast = keyof typeof text

const key = 'hk-said'

/** Reloads the page. The toast is shown after the reload, which would remove it. */
export function reloadWithToast(what: ReloadToast) {
  try {
    sessionStorage.setItem(key, what)
  } catch {
    // Without storage there is no toast.
  }
  location.reload()
}

/** Shows the toast of the page before the reload, once. */
export function toastAfterReload(intl: IntlShape) {
  try {
    const what = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    if (what !== null && Object.hasOwn(text, what)) toast(intl.formatMessage(text[what as ReloadToast]))
  } catch {
    // Without storage there is no toast.
  }
}
