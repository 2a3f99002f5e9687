import { notifications, type NotificationData } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { IntlShape } from 'react-intl'
import { common } from './intl'
import { problems } from './problems'
import c from './toast.module.css'

/** Offers to take back what was just done. */
type Undo = { label: string; run: () => void }

const shortly = 5000 // ms

/** What is on the screen, by its words. */
const said = new Map<string, string>()

/** Said again, words take the place of those on the screen, and are read out again. */
function say(words: string, notification: Omit<NotificationData, 'message'>) {
  takeBack(words)
  // The server's words may be of another direction than the page.
  const message = <bdi>{words}</bdi>
  said.set(words, notifications.show({ ...notification, message, onClose: () => said.delete(words) }))
}

function takeBack(words: string) {
  const before = said.get(words)
  if (before !== undefined) notifications.hide(before)
}

/** Says that something worked; goes by itself. */
export function toast(message: string, undo?: Undo) {
  const good = {
    icon: <IconCircleCheck size={20} />,
    'data-tone': 'good',
    autoClose: shortly,
    // Complaints stay until they are closed, and must not keep it from being seen.
    priority: 1,
  }
  if (!undo) return say(message, good)
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

const complaints = new Set<string>()

/** Says what went wrong; stays until it is closed. */
export function toastProblem(message: string) {
  complaints.add(message)
  say(message, { icon: <IconAlertCircle size={20} />, 'data-tone': 'bad', autoClose: false })
}

/** Takes a complaint away that no longer holds. */
export const takeBackProblem = takeBack

/** Takes every complaint away: of somebody who has just signed in, none holds. */
export function takeBackProblems() {
  complaints.forEach(takeBack)
  complaints.clear()
}

/** One toast for each thing a call failed with (API-04). */
export function toastFailure(error: unknown, intl: IntlShape) {
  for (const { message } of problems(error, intl.formatMessage(common.offline))) toastProblem(message)
}
