import { CatchBoundary } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { importByOtherUrl, refetchMissing, refetchMissingStyles } from '@/lib/page/missing-files'
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
  /** Shown while its file is fetched. */
  pending?: (props: Props) => ReactNode
}

/** React's lazy never retries after an error, so each retry needs a new lazy. */
function fileOf<Props extends object>(load: Load<Props>) {
  const begin = (fetch: Load<Props>) => lazy<ComponentType<Props>>(fetch)
  let file = begin(load)
  return {
    current: () => file,
    after: (failed: typeof file, error: unknown) => {
      if (failed === file)
        file = begin(() =>
          refetchMissing(error)
            .catch(() => {})
            .then(load),
        )
      return file
    },
  }
}

/**
 * A part of a page whose file is fetched when it is first rendered. If that fails, an
 * error with another try is shown in its place, which Missing renders.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  { pending, missing = Missing }: Options<Props> & { missing?: (failed: Failed) => ReactNode } = {},
) {
  const file = fileOf(load)
  return function LazyPart(props: Props) {
    const [File, setFile] = useState(file.current)
    return (
      <CatchBoundary
        getResetKey={() => ''}
        errorComponent={missing}
        onCatch={(error) => setFile(() => file.after(File, error))}
      >
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
 * A dialog, drawer or menu over a page. Its file is fetched when it is first opened. If
 * that fails, a toast is shown and onClose is called, so that opening it again is the
 * next try.
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
        onCatch={(error) => {
          setFile(() => file.after(File, error))
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

const maxWait = 30_000 // ms

/** A part that appears without a tap, such as a heart. It is fetched until it loads, and then rendered. */
export function lazyExtra<Props extends object>(load: Load<Props>) {
  const keepTrying = async (nth = 1, wait = 1000): Promise<File<Props>> => {
    try {
      await refetchMissingStyles()
      return await load()
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve, wait))
      const file = await importByOtherUrl<Partial<File<Props>>>(error, nth)
      // A file that others share has other names.
      return file?.default ? { default: file.default } : keepTrying(nth + 1, Math.min(2 * wait, maxWait))
    }
  }
  return lazyPart(() => keepTrying(), { missing: Nothing })
}

const Nothing = () => null
