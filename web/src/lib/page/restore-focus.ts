/** What may take the focus in place of something within it. */
const around = '[tabindex], [role=dialog], main, form, section, li'

/**
 * Focus never falls to the body: when what had it is gone, the nearest thing
 * around it that is still there takes it, or the field that waits within it; when it
 * was disabled for a while, it has it back. Whoever uses keys goes on from where they were.
 */
export function restoreLostFocus() {
  /** What had the focus last, and all that is around it. */
  let path: Element[] = []
  let standIn: Element | undefined
  /** Whether it lost the focus because it was disabled: what is still there otherwise gave it away on purpose. */
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
    if (last.isConnected) last.focus({ preventScroll: true }) // nothing where it is disabled still
    if (!isLost()) return
    const near =
      path.find((each) => each !== last && each.isConnected && each.matches(around)) ??
      document.getElementById('content')
    if (!(near instanceof HTMLElement)) return
    const field = last.isConnected ? null : near.querySelector<HTMLElement>('[data-autofocus]')
    if (field) return field.focus({ preventScroll: true })
    if (!near.hasAttribute('tabindex')) near.tabIndex = -1
    standIn = near
    near.focus({ preventScroll: true })
  }
  // Whoever takes the focus on purpose does so with the change or right after it,
  // and a browser takes it from what is disabled when it draws.
  const observer = new MutationObserver((records) => {
    if (records.some(({ type, target }) => type === 'attributes' && target === path[0])) wasDisabled = true
    if (path.length > 0) soon ??= setTimeout(restore, 50)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  addEventListener('focusin', note)
  // A tap beside everything takes the focus away on purpose.
  const leave = () => (path = [])
  addEventListener('pointerdown', leave)
  return () => {
    observer.disconnect()
    clearTimeout(soon)
    removeEventListener('focusin', note)
    removeEventListener('pointerdown', leave)
  }
}
