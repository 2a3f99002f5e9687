import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { ActionIcon, Modal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { common } from '@/lib/text/intl'
import { ScrollBody } from './scroll-body'
import { useBackCloses } from './use-back-closes'
import c from './dialog.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  /** The title, also the accessible name. */
  title: ReactNode
  /** The title is only for screen readers, because the content shows it and the close button. */
  bare?: boolean
  /** The URL says that it is open, so opening adds a history entry and closing goes back. */
  addressed?: boolean
  /** px, unless it is full screen. */
  width?: number
  /** On phones as high as its content instead of full screen, for short questions. */
  small?: boolean
  /** Makes it a form, which a submit button in the footer sends. */
  onSubmit?: () => void
  children: ReactNode
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
}

/** Centred on desktops, full screen on phones. It closes with Escape, a click outside and the back button. */
export function Dialog({
  opened,
  onClose,
  title,
  bare,
  addressed,
  width = 520,
  small,
  onSubmit,
  children,
  footer,
}: Props) {
  const { formatMessage: t } = useIntl()
  useBackCloses(opened && !addressed, onClose)
  return (
    <Modal.Root opened={opened} onClose={onClose} size={width} centered transitionProps={{ duration: 180 }}>
      <Modal.Overlay backgroundOpacity={0.6} />
      <Modal.Content
        // Not className, which Mantine also sets on the outer box.
        classNames={{ content: c.content, inner: c.inner }}
        data-small={small || undefined}
      >
        <Frame onSubmit={onSubmit}>
          {bare ? (
            <Modal.Title className="sr">
              <bdi>{title}</bdi>
            </Modal.Title>
          ) : (
            <div className={c.head}>
              <Modal.Title className={c.title}>
                <bdi>{title}</bdi>
              </Modal.Title>
              <ActionIcon onClick={onClose} aria-label={t(common.close)}>
                <IconX size={22} />
              </ActionIcon>
            </div>
          )}
          <ScrollBody className={c.body} data-bare={bare || undefined}>
            {children}
          </ScrollBody>
          {footer && <div className={c.footer}>{footer}</div>}
        </Frame>
      </Modal.Content>
    </Modal.Root>
  )
}

function Frame({ onSubmit, children }: Pick<Props, 'onSubmit' | 'children'>) {
  if (!onSubmit) return <div className={c.frame}>{children}</div>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={c.frame} onSubmit={submit} noValidate>
      {children}
    </form>
  )
}
