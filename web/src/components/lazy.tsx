import { CatchBoundary } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { refetchMissingStyles } from '@/lib/page/missing-files'
import { defineMessages } from '@/lib/text/messages'
import { toastProblem } from '@/lib/page/toast'
import { ErrorState } from './error-state'

const text = defineMessages({
  missing: { id: 'lazy.missing', defaultMessage: 'This part of the page did not load. Please try again.' },
})

/** What importing a file returns. */
type File<Props> = { default: (props: Props) => ReactNode }
type Load<Props> = () => Promise<File<Props>>
type Failed = { error: unknown; reset: () => void }
type Options<Props> = {
  /** Stands in its place while its file is fetched. */
  pending?: (props: Props) => ReactNode
}

/** React's lazy keeps a failure for good, so each retry needs a new lazy. */
function fileOf<Props extends object>(load: Load<Props>) {
  const begin = (fetch: Load<Props>) => lazy<ComponentType<Props>>(fetch)
  let file = begin(load)
  return {
    current: () => file,
    after: (failed: typeof file) => {
      if (failed === file) file = begin(() => refetchMissingStyles().then(load))
      return file
    },
  }
}

/**
 * A part of a page whose file is fetched when it is first drawn. Where it fails,
 * the part alone says so and offers another try; missing draws that.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  { pending, missing = Missing }: Options<Props> & { missing?: (failed: Failed) => ReactNode } = {},
) {
  const file = fileOf(load)
  return function LazyPart(props: Props) {
    const [File, setFile] = useState(file.current)
    return (
      <CatchBoundary getResetKey={() => ''} errorComponent={missing} onCatch={() => setFile(() => file.after(File))}>
        <Suspense fallback={pending?.(props)}>
          <File {...props} />
        </Suspense>
      </CatchBoundary>
    )
  }
}

const Missing = ({ error, reset }: Failed) => <ErrorState error={error} onRetry={reset} />

type Overlay = { opened?: boolean; onClose: () => void }

/**
 * What opens over a page: a dialog, a drawer, a menu. Its file is fetched when it
 * is first opened. Where it fails, a toast says so and onClose is called, so that
 * opening it again is the next try.
 */
export function lazyOverlay<Props extends object>(load: Load<Props>, { pending }: Options<Props> = {}) {
  const file = fileOf(load)
  return function LazyOverlay(props: Props & Overlay) {
    const { opened = true, onClose } = props
    const { formatMessage: t } = useIntl()
    const [File, setFile] = useState(file.current)
    const [opening, setOpening] = useState({ nth: 0, opened: false })
    if (opened !== opening.opened) setOpening({ nth: opening.nth + Number(opened), opened })
    if (opening.nth === 0) return null
    return (
      <CatchBoundary
        getResetKey={() => opening.nth}
        errorComponent={Nothing}
        onCatch={() => {
          setFile(() => file.after(File))
          toastProblem(t(text.missing))
          onClose()
        }}
      >
        <Suspense fallback={pending?.(props)}>
          <File {...props} />
        </Suspense>
      </CatchBoundary>
    )
  }
}

const longest = 30_000 // ms

/** Something nobody asked for by a tap, like a heart: fetched until it comes, and drawn then. */
export function lazyExtra<Props extends object>(load: Load<Props>) {
  const keepTrying = (wait: number): Promise<File<Props>> =>
    refetchMissingStyles()
      .then(load)
      .catch(() =>
        new Promise((resolve) => setTimeout(resolve, wait)).then(() => keepTrying(Math.min(2 * wait, longest))),
      )
  return lazyPart(() => keepTrying(1000), { missing: Nothing })
}

const Nothing = () => null
