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

/** Reloads the page. The toast is shown afterwards: before, nobody would read it. */
export function reloadWithToast(what: ReloadToast) {
  try {
    sessionStorage.setItem(key, what)
  } catch {
    // Without storage the change speaks for itself.
  }
  location.reload()
}

/** Shows the toast that the page before the reload asked for, once. */
export function toastAfterReload(intl: IntlShape) {
  try {
    const what = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    if (what !== null && Object.hasOwn(text, what)) toast(intl.formatMessage(text[what as ReloadToast]))
  } catch {
    // As above.
  }
}
