import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import type { ProblemView } from '@/lib/api/types.gen'
import c from './problems.module.css'

/** What stands in the way, beside the thing it is about. */
export function Problems({ of }: { of: readonly ProblemView[] }) {
  if (of.length === 0) return null
  return (
    // Focusable, for the button that leads here.
    <ul className={c.problems} role="alert" tabIndex={-1} data-problems="">
      {of.map(({ code, message }) => (
        <li key={code + message}>
          <IconAlertCircle size={18} aria-hidden />
          {message}
        </li>
      ))}
    </ul>
  )
}

/** What should be known, and stands in nobody's way. */
export function Warnings({ of }: { of: readonly ProblemView[] }) {
  return of.map(({ code, message }) => (
    <p key={code + message} className={c.warning}>
      <IconInfoCircle size={18} aria-hidden />
      {message}
    </p>
  ))
}

/** Leads to the first problem on the page, a field or a part of it; false when there is none. */
export function showFirstProblem() {
  const first = document.querySelector<HTMLElement>('[data-problems], [aria-invalid="true"]')
  first?.focus()
  return first !== null
}
