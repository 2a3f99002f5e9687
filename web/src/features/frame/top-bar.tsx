import { IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/messages'
import { LanguageMenu } from './language-menu'
import { ThemeToggle } from './theme-toggle'
import c from './top-bar.module.css'

const text = defineMessages({
  label: { id: 'top_bar.label', defaultMessage: 'Place, contact and settings' },
})

/** The line above the header: place at the start; phone, language and theme at the end. From 1181 px up (D16). */
export function TopBar({ place, phone }: { place: ReactNode; phone: string }) {
  const { formatMessage: t } = useIntl()
  return (
    <div className={c.bar} role="region" aria-label={t(text.label)}>
      <div className={c.row}>
        {place}
        <div className={c.end}>
          {phone && (
            <a href={`tel:${phone}`} className={c.phone}>
              <IconPhone size={16} aria-hidden />
              <bdi dir="ltr">{phone}</bdi>
            </a>
          )}
          <LanguageMenu />
          <ThemeToggle />
        </div>
      </div>
    </div>
  )
}
