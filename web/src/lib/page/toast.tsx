import { notifications, type NotificationData } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { IntlShape } from 'react-intl'
import { common } from '@/lib/text/intl'
import { problems } from '@/lib/requests/problems'
import c from './toast.module.css'

/** A button that undoes the action, or leads to what the toast is about. */
type Action = { label: string; run: () => void }

const autoCloseDelay = 5000 // ms

/** How many problems of several responses are shown. All of one response always are (API-04). */
const maxProblems = 4

/** How many errors a response has at most, and some room for successes. */
export const maxToasts = 24

/** The visible toasts, by their text. Only a response that has a text several times has several. */
const shownToasts = new Map<string, string[]>()

/** The visible problems by their text, the oldest first, each with the number of its response. */
const shownProblems = new Map<string, number>()

/** Shows a toast. One with the same text is replaced, so that it is read aloud again. */
function showToast(text: string, notification: Omit<NotificationData, 'message'>, action?: Action, isRepeated = false) {
  if (!isRepeated) hideToast(text)
  const message = messageOf(text, action, () => hideToast(text))
  const id = notifications.show({ ...notification, message, onClose: () => untrackToast(text, id) })
  shownToasts.set(text, [...(shownToasts.get(text) ?? []), id])
}

function hideToast(text: string) {
  for (const id of shownToasts.get(text) ?? []) {
    untrackToast(text, id)
    notifications.hide(id)
  }
}

function untrackToast(text: string, id: string) {
  const others = shownToasts.get(text)?.filter((other) => other !== id) ?? []
  if (others.length > 0) shownToasts.set(text, others)
  else {
    shownToasts.delete(text)
    shownProblems.delete(text)
  }
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
    priority: Number.MAX_SAFE_INTEGER,
  }
  if (!action) return showToast(message, good)
  // Each has an action of its own, so none takes the place of another.
  const id = notifications.show({ ...good, message: messageOf(message, action, () => notifications.hide(id)) })
}

/** Counts the responses whose problems were shown. */
let responses = 0
let isSameResponse = false

/** Returns the number of the response that is shown now. All problems of one are shown in one go. */
function currentResponse() {
  if (!isSameResponse) {
    responses += 1
    isSameResponse = true
    queueMicrotask(() => (isSameResponse = false))
  }
  return responses
}

/**
 * Shows a problem, above older ones. It stays until it is closed, or until there is no room for it
 * beside newer ones. A repeated one does not replace that with the same text.
 */
export function toastProblem(message: string, action?: Action, isRepeated?: boolean) {
  const response = currentResponse()
  const icon = <IconAlertCircle size={20} />
  showToast(message, { icon, 'data-tone': 'bad', autoClose: false, priority: response }, action, isRepeated)
  shownProblems.set(message, response)
  for (const [text, of] of shownProblems) {
    if (shownProblems.size <= maxProblems || of === response) break
    hideToast(text)
  }
}

/** Hides a problem that is solved. */
export const hideProblem = hideToast

/** Hides all problems, such as after a sign-in. */
export const hideProblems = () => shownProblems.forEach((_, text) => hideToast(text))

/** Shows one toast for each error of a failed call (API-04). */
export function toastFailure(error: unknown, intl: IntlShape) {
  const messages = problems(error, intl.formatMessage(common.offline)).map(({ message }) => message)
  messages.forEach((message, n) => toastProblem(message, undefined, messages.indexOf(message) < n))
}
