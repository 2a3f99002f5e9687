import { IconChevronDown, IconLayoutGrid, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { LanguageMenu } from './language-menu'
import { ThemeToggle } from './theme-toggle'
import c from './top-bar.module.css'

const text = defineMessages({
  label: { id: 'top_bar.label', defaultMessage: 'Place, contact and settings' },
  module: { id: 'top_bar.module', defaultMessage: 'Change what to shop for' },
})

type Props = {
  place: ReactNode
  phone: string
  /** Opens the choice of a module; undefined if there is only one (LOC-07). */
  onModule?: () => void
}

/**
 * The line above the header: place on one side; phone, language and theme on the other. Shown from
 * 1181 px up (D16).
 */
export function TopBar({ place, phone, onModule }: Props) {
  const { formatMessage: t } = useIntl()
  return (
    <div className={c.bar} role="region" aria-label={t(text.label)}>
      <div className={c.row}>
        <div className={c.start}>
          {place}
          {onModule && (
            <button type="button" className={c.module} aria-haspopup="dialog" onClick={onModule}>
              <IconLayoutGrid size={16} aria-hidden />
              <FormattedMessage {...text.module} />
              <IconChevronDown size={14} aria-hidden />
            </button>
          )}
        </div>
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
