import { notifications, type NotificationData } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { IntlShape } from 'react-intl'
import { common } from '@/lib/text/intl'
import { problems } from '@/lib/requests/problems'
import c from './toast.module.css'

/** Offers to take back what was just done. */
type Undo = { label: string; run: () => void }

const autoCloseDelay = 5000 // ms

/** What is on the screen, by its words. */
const shownToasts = new Map<string, string>()

/** Said again, words take the place of those on the screen, and are read out again. */
function showToast(words: string, notification: Omit<NotificationData, 'message'>) {
  hideToast(words)
  // The server's words may be of another direction than the page.
  const message = <bdi>{words}</bdi>
  shownToasts.set(words, notifications.show({ ...notification, message, onClose: () => shownToasts.delete(words) }))
}

function hideToast(words: string) {
  const before = shownToasts.get(words)
  if (before !== undefined) notifications.hide(before)
}

/** Says that something worked; goes by itself. */
export function toast(message: string, undo?: Undo) {
  const good = {
    icon: <IconCircleCheck size={20} />,
    'data-tone': 'good',
    autoClose: autoCloseDelay,
    // Complaints stay until they are closed, and must not keep it from being seen.
    priority: 1,
  }
  if (!undo) return showToast(message, good)
  const id = notifications.show({
    ...good,
    message: (
      <span className={c.row}>
        <bdi>{message}</bdi>
        <button
          type="button"
          className={c.undo}
          onClick={() => {
            undo.run()
            notifications.hide(id)
          }}
        >
          <bdi>{undo.label}</bdi>
        </button>
      </span>
    ),
  })
}

const shownProblems = new Set<string>()

/** Says what went wrong; stays until it is closed. */
export function toastProblem(message: string) {
  shownProblems.add(message)
  showToast(message, { icon: <IconAlertCircle size={20} />, 'data-tone': 'bad', autoClose: false })
}

/** Takes a complaint away that no longer holds. */
export const hideProblem = hideToast

/** Takes every complaint away: of somebody who has just signed in, none holds. */
export function hideProblems() {
  shownProblems.forEach(hideToast)
  shownProblems.clear()
}

/** One toast for each thing a call failed with (API-04). */
export function toastFailure(error: unknown, intl: IntlShape) {
  for (const { message } of problems(error, intl.formatMessage(common.offline))) toastProblem(message)
}
