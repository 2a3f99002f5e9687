import { notifications, type NotificationData } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { IntlShape } from 'react-intl'
import { common } from '@/lib/text/intl'
import { problems } from '@/lib/requests/problems'
import c from './toast.module.css'

/** A button that undoes the action, or leads to what the toast is about. */
type Action = { label: string; run: () => void }

const autoCloseDelay = 5000 // ms

/** The visible toasts, by their text. */
const shownToasts = new Map<string, string>()

/** Shows a toast. One with the same text is replaced, so that it is read aloud again. */
function showToast(text: string, notification: Omit<NotificationData, 'message'>, action?: Action) {
  hideToast(text)
  const message = messageOf(text, action, () => hideToast(text))
  shownToasts.set(text, notifications.show({ ...notification, message, onClose: () => shownToasts.delete(text) }))
}

function hideToast(text: string) {
  const before = shownToasts.get(text)
  if (before !== undefined) notifications.hide(before)
}

/** The text and its button, which also hides the toast. */
function messageOf(text: string, action: Action | undefined, hide: () => void) {
  // The server's text may have another direction than the page.
  if (!action) return <bdi>{text}</bdi>
  const { label, run } = action
  return (
    <span className={c.row}>
      <bdi>{text}</bdi>
      <button
        type="button"
        className={c.action}
        onClick={() => {
          run()
          hide()
        }}
      >
        <bdi>{label}</bdi>
      </button>
    </span>
  )
}

/** Shows a success. It closes by itself. */
export function toast(message: string, action?: Action) {
  const good = {
    icon: <IconCircleCheck size={20} />,
    'data-tone': 'good',
    autoClose: autoCloseDelay,
    // Problems stay until they are closed, and must not hide it.
    priority: 1,
  }
  if (!action) return showToast(message, good)
  // Each has an action of its own, so none takes the place of another.
  const id = notifications.show({ ...good, message: messageOf(message, action, () => notifications.hide(id)) })
}

const shownProblems = new Set<string>()

/** Shows a problem. It stays until it is closed. */
export function toastProblem(message: string, action?: Action) {
  shownProblems.add(message)
  showToast(message, { icon: <IconAlertCircle size={20} />, 'data-tone': 'bad', autoClose: false }, action)
}

/** Hides a problem that is solved. */
export const hideProblem = hideToast

/** Hides all problems, such as after a sign-in. */
export function hideProblems() {
  shownProblems.forEach(hideToast)
  shownProblems.clear()
}

/** Shows one toast for each error of a failed call (API-04). */
export function toastFailure(error: unknown, intl: IntlShape) {
  for (const { message } of problems(error, intl.formatMessage(common.offline))) toastProblem(message)
}
