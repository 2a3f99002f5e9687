import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { SyntheticEvent } from 'react'
import { useIntl } from 'react-intl'
import { maxToasts } from '@/lib/page/toast'
import { common } from '@/lib/text/intl'
import c from './toasts.module.css'

/** Lets the list scroll while a dialog is open, which stops all scrolling outside of it. */
const keepFromDialog = (event: SyntheticEvent) => event.nativeEvent.stopPropagation()

/**
 * Where toasts appear: at the top on desktops, above the tab bar on phones. They never cover
 * the header, the buttons of a dialog or a drawer, or a bar with `data-stands` at the bottom.
 */
export function Toasts() {
  const { formatMessage: t } = useIntl()
  const closeButtonProps = { 'aria-label': t(common.close), size: 44 }
  const classNames = { icon: c.icon, description: c.words }
  return (
    <MantineThemeProvider
      theme={{ components: { Notification: { defaultProps: { closeButtonProps, classNames } } } }}
      inherit
    >
      <Notifications
        position="top-right"
        limit={maxToasts}
        classNames={{ root: c.root, notification: c.toast }}
        onWheel={keepFromDialog}
        onTouchMove={keepFromDialog}
      />
    </MantineThemeProvider>
  )
}
