import { IconChevronDown, IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { lazyOverlay } from '@/components/loading/lazy'
import { languageName } from '@/lib/text/languages'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import c from './language-menu.module.css'

const LanguageChoice = lazyOverlay(() => import('./language-choice'), { pending: ({ target }) => target })

const text = defineMessages({
  label: { id: 'language.label', defaultMessage: 'Language: {name}' },
})

/** Shows the current language. The menu is loaded when it is first opened. */
export function LanguageMenu() {
  const { formatMessage: t } = useIntl()
  const { language } = useScope()
  const languages = useShop().language.map(({ key }) => key)
  const [asked, setAsked] = useState(false)
  const name = languageName(language)
  const button = (
    <button
      type="button"
      className={c.button}
      aria-haspopup="menu"
      aria-label={t(text.label, { name })}
      onClick={() => setAsked(true)}
    >
      <IconWorld size={16} aria-hidden />
      <bdi>{name}</bdi>
      <IconChevronDown size={14} aria-hidden />
    </button>
  )
  if (!asked) return button
  return <LanguageChoice languages={languages} current={language} target={button} onClose={() => setAsked(false)} />
}
