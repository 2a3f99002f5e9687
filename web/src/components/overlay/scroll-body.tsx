import { useEffect, useRef, useState, type ComponentProps } from 'react'

const focusable = 'a[href], button:not(:disabled), input, select, textarea, [tabindex="0"]'

/**
 * The part of a dialog or drawer that scrolls. If nothing in it can be focused, it can be itself, so that
 * keys scroll it in every browser.
 */
export function ScrollBody(props: ComponentProps<'div'>) {
  const body = useRef<HTMLDivElement>(null)
  const [needsFocus, setNeedsFocus] = useState(false)
  useEffect(() => {
    const box = body.current!
    const check = () => setNeedsFocus(box.scrollHeight > box.clientHeight && !box.querySelector(focusable))
    const size = new ResizeObserver(check)
    const content = new MutationObserver(check)
    size.observe(box)
    content.observe(box, { childList: true, subtree: true })
    check()
    return () => {
      size.disconnect()
      content.disconnect()
    }
  }, [])
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keys
  return <div ref={body} tabIndex={needsFocus ? 0 : undefined} {...props} />
}
