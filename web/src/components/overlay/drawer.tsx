import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { ActionIcon, Drawer as KitDrawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { common } from '@/lib/text/intl'
import { ScrollBody } from './scroll-body'
import { useBackCloses } from './use-back-closes'
import c from './drawer.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** px at most. */
  width: number
  /** The edge from which it opens, in reading direction. */
  side?: 'start' | 'end'
  children: ReactNode
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
}

/** A panel at the edge of the page. It closes with Escape, a click outside and the back button. */
export function Drawer({ opened, onClose, title, width, side = 'end', children, footer }: Props) {
  const { formatMessage: t } = useIntl()
  useBackCloses(opened, onClose)
  return (
    <KitDrawer.Root
      opened={opened}
      onClose={onClose}
      size={`min(${width}px, 100vw)`}
      // Mantine mirrors them in right-to-left text.
      position={side === 'end' ? 'right' : 'left'}
      transitionProps={{ duration: 220 }}
    >
      <KitDrawer.Overlay backgroundOpacity={0.6} />
      <KitDrawer.Content classNames={{ content: c.content }} data-side={side}>
        <div className={c.head}>
          <KitDrawer.Title className={c.title}>
            <bdi>{title}</bdi>
          </KitDrawer.Title>
          <ActionIcon onClick={onClose} aria-label={t(common.close)}>
            <IconX size={24} />
          </ActionIcon>
        </div>
        <ScrollBody className={c.body}>{children}</ScrollBody>
        {footer && <div className={c.footer}>{footer}</div>}
      </KitDrawer.Content>
    </KitDrawer.Root>
  )
}
