import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { ActionIcon, Modal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { common } from '@/lib/text/intl'
import { useBackCloses } from './use-back-closes'
import c from './dialog.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  /** Names the dialog. */
  title: ReactNode
  /** The title is read aloud but not seen: the content shows it in a place of its own, and the close button too. */
  bare?: boolean
  /** Opening it was an entry of the history already, and closing it goes back: its place is in the address. */
  addressed?: boolean
  /** px, where it is not full screen. */
  width?: number
  /** On phones a sheet as high as its content, not the whole screen; for short questions. */
  small?: boolean
  children: ReactNode
  /** Stays in sight below the scrolling content. */
  footer?: ReactNode
}

/** Centred on desktops, the whole screen on phones; closes on Escape, outside and with the back button. */
export function Dialog({ opened, onClose, title, bare, addressed, width = 520, small, children, footer }: Props) {
  const { formatMessage: t } = useIntl()
  useBackCloses(opened && !addressed, onClose)
  return (
    <Modal.Root opened={opened} onClose={onClose} size={width} centered transitionProps={{ duration: 180 }}>
      <Modal.Overlay backgroundOpacity={0.6} />
      <Modal.Content
        // Not className: the kit would put that on the box around it as well.
        classNames={{ content: c.content, inner: c.inner }}
        data-small={small || undefined}
      >
        <div className={c.frame}>
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
          <div className={c.body} data-bare={bare || undefined}>
            {children}
          </div>
          {footer && <div className={c.footer}>{footer}</div>}
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}
