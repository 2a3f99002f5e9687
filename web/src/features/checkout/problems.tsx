import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import type { ProblemView } from '@/lib/api/types.gen'
import c from './problems.module.css'

/** Problems that block the order, shown beside the part that causes them. */
export function Problems({ of }: { of: readonly ProblemView[] }) {
  if (of.length === 0) return null
  return (
    // Focusable, so that showFirstProblem can focus it.
    <div role="alert" tabIndex={-1} data-problems="">
      <ul className={c.problems}>
        {of.map(({ code, message }) => (
          <li key={code + message}>
            <IconAlertCircle size={18} aria-hidden />
            {/* The server's text may have another direction than the page. */}
            <bdi>{message}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Warnings, which do not block the order. */
export function Warnings({ of }: { of: readonly ProblemView[] }) {
  return of.map(({ code, message }) => (
    <p key={code + message} className={c.warning}>
      <IconInfoCircle size={18} aria-hidden />
      {message}
    </p>
  ))
}

/** Focuses the first problem on the page. Returns false if there is none. */
export function showFirstProblem() {
  const first = document.querySelector<HTMLElement>('[data-problems], [aria-invalid="true"]')
  first?.focus()
  return first !== null
}
