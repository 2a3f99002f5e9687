import { Button, type ButtonProps } from '@mantine/core'
import { useRef, type ComponentPropsWithRef, type MouseEvent } from 'react'
import c from './busy-button.module.css'

type Props = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & { busy?: boolean }

/**
 * A button that shows when its call is running, and ignores taps meanwhile, also a second one before that
 * is shown. It is not `disabled`, because then it would lose the focus of the keyboard.
 */
export function BusyButton({ busy, onClick, ...rest }: Props) {
  const isClicked = useRef(false)
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || isClicked.current) return event.preventDefault()
    isClicked.current = true
    // The first timer ends before that of the call which shows it as running, the second one after.
    setTimeout(() => setTimeout(() => (isClicked.current = false)))
    onClick?.(event)
  }
  return (
    <Button
      {...rest}
      classNames={{ root: c.root, ...(rest.classNames as object) }}
      mod={{ loading: busy }}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={click}
    />
  )
}
