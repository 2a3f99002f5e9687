import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, MouseEvent } from 'react'
import c from './busy-button.module.css'

type Props = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & { busy?: boolean }

/**
 * A button whose call is under way: it says so and takes no second tap. It is not
 * `disabled` meanwhile, which would take the focus from whoever uses keys.
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
