import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, MouseEvent } from 'react'
import c from './busy-button.module.css'

type Props = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & { busy?: boolean }

/**
 * A button that shows when its call is running, and ignores taps meanwhile. It is not
 * `disabled`, because then it would lose the focus of the keyboard.
 */
export function BusyButton({ busy, onClick, ...rest }: Props) {
  const wait = (event: MouseEvent) => event.preventDefault()
  return (
    <Button
      {...rest}
      classNames={{ root: c.root, ...(rest.classNames as object) }}
      mod={{ loading: busy }}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? wait : onClick}
    />
  )
}
