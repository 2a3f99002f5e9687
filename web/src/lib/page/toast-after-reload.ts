import { type IntlShape } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { toast } from './toast'

const text = defineMessages({
  language: { id: 'reload.language', defaultMessage: 'Language has been changed' },
  place: { id: 'reload.place', defaultMessage: 'New Delivery address selected.' },
  pickup: { id: 'reload.pickup', defaultMessage: 'New Pickup address selected.' },
})

/** What can be said after the page was loaded anew. */
type ReloadToast = keyof typeof text

const key = 'hk-said'

/** Loads the page anew; what was done is said afterwards, or nobody would read it. */
export function reloadWithToast(what: ReloadToast) {
  try {
    sessionStorage.setItem(key, what)
  } catch {
    // Without storage the change speaks for itself.
  }
  location.reload()
}

/** Says what the page before had to say, once. */
export function toastAfterReload(intl: IntlShape) {
  try {
    const what = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    if (what !== null && Object.hasOwn(text, what)) toast(intl.formatMessage(text[what as ReloadToast]))
  } catch {
    // As above.
  }
}
