import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { IntlShape } from 'react-intl'
import { common } from './intl'
import { problems } from './problems'
import c from './toast.module.css'

/** Offers to take back what was just done. */
type Undo = { label: string; run: () => void }

const shortly = 5000 // ms

/** Says that something worked; goes by itself. */
export function toast(message: string, undo?: Undo) {
  const id = notifications.show({
    icon: <IconCircleCheck size={20} />,
    'data-tone': 'good',
    autoClose: shortly,
    message: undo ? (
      <span className={c.row}>
        {message}
        <button
          type="button"
          className={c.undo}
          onClick={() => {
            undo.run()
            notifications.hide(id)
          }}
        >
          {undo.label}
        </button>
      </span>
    ) : (
      message
    ),
  })
}

/** Says what went wrong; stays until it is closed. */
export function toastProblem(message: string) {
  notifications.show({
    id: message, // the same complaint twice is one toast
    icon: <IconAlertCircle size={20} />,
    'data-tone': 'bad',
    autoClose: false,
    message,
  })
}

/** Takes a complaint away that no longer holds. */
export const takeBackProblem = (message: string) => void notifications.hide(message)

/** One toast for each thing a call failed with (API-04). */
export function toastFailure(error: unknown, intl: IntlShape) {
  for (const { message } of problems(error, intl.formatMessage(common.offline))) toastProblem(message)
}
