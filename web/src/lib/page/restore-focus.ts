/** Elements that may take the focus of an element inside them. */
const around = '[tabindex], [role=dialog], main, form, section, li'

/**
 * Keeps the focus from falling to the body, so that people with a keyboard can continue.
 * If the focused element is removed, the nearest element around it gets the focus, or a
 * data-autofocus field in that. If it was only disabled for a while, it gets it back.
 */
export function restoreLostFocus() {
  /** The last focused element, and all elements around it. */
  let path: Element[] = []
  let standIn: Element | undefined
  /** Whether it lost the focus because it was disabled. If not, it gave up the focus on purpose. */
  let wasDisabled = false
  let soon: ReturnType<typeof setTimeout> | undefined
  const note = ({ target }: FocusEvent) => {
    if (target === standIn) return
    path = []
    standIn = undefined
    wasDisabled = false
    for (let at = target as Element | null; at && at !== document.body; at = at.parentElement) path.push(at)
  }
  const isLost = () => document.activeElement === document.body
  const restore = () => {
    soon = undefined
    const last = path[0]
    if (!(last instanceof HTMLElement) || !(isLost() || document.activeElement === standIn)) return
    if (last.isConnected && !wasDisabled) return
    if (last.isConnected) last.focus({ preventScroll: true }) // does nothing if it is still disabled
    if (!isLost()) return
    const near =
      path.find((each) => each !== last && each.isConnected && each.matches(around)) ?? document.querySelector('main')
    if (!(near instanceof HTMLElement)) return
    const field = last.isConnected ? null : near.querySelector<HTMLElement>('[data-autofocus]')
    if (field) return field.focus({ preventScroll: true })
    if (!near.hasAttribute('tabindex')) near.tabIndex = -1
    standIn = near
    near.focus({ preventScroll: true })
  }
  // Code that moves the focus does so with the change or right after it. A browser removes
  // the focus from a disabled element when it renders.
  const observer = new MutationObserver((records) => {
    if (records.some(({ type, target }) => type === 'attributes' && target === path[0])) wasDisabled = true
    if (path.length > 0) soon ??= setTimeout(restore, 50)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  // A key acts where the focus belongs. A dialog that closes returns the focus only if nobody moves it meanwhile.
  const restoreNow = () => {
    if (soon === undefined) return
    clearTimeout(soon)
    restore()
  }
  addEventListener('keydown', restoreNow, true)
  addEventListener('focusin', note)
  // A tap on the background removes the focus on purpose.
  const leave = () => (path = [])
  addEventListener('pointerdown', leave)
  return () => {
    observer.disconnect()
    clearTimeout(soon)
    removeEventListener('keydown', restoreNow, true)
    removeEventListener('focusin', note)
    removeEventListener('pointerdown', leave)
  }
}
