import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './theme-toggle.module.css'

const text = defineMessages({
  change: { id: 'theme.change', defaultMessage: 'Change between light and dark' },
})

/**
 * Switches between light and dark, and stores the choice (I18N-02). CSS picks the icon, because the
 * server does not know the theme.
 */
export function ThemeToggle() {
  const { formatMessage: t } = useIntl()
  const { setColorScheme } = useMantineColorScheme()
  const flip = () => {
    const isDark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark'
    setColorScheme(isDark ? 'light' : 'dark')
  }
  return (
    <ActionIcon onClick={flip} aria-label={t(text.change)}>
      <IconMoon size={18} className={c.moon} />
      <IconSun size={18} className={c.sun} />
    </ActionIcon>
  )
}
