import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { languageName } from '@/lib/text/languages'
import { defineMessages } from '@/lib/text/messages'
import { reloadWithToast } from '@/lib/page/toast-after-reload'
import { chooseLanguage } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import c from './language-menu.module.css'

const text = defineMessages({
  title: { id: 'language.confirm_title', defaultMessage: 'Change the language to {name}?' },
  detail: { id: 'language.confirm_detail', defaultMessage: 'The page will be loaded again.' },
  change: { id: 'language.change', defaultMessage: 'Change' },
})

type Props = { languages: readonly string[]; current: string; target: ReactNode }

/** The open language menu, and the confirmation before a change (I18N-01). */
export default function LanguageChoice({ languages, current, target }: Props) {
  const shop = useShop()
  const [wanted, setWanted] = useState<string>()
  const change = () => {
    if (!wanted) return
    chooseLanguage(wanted, shop.country)
    reloadWithToast('language')
  }
  return (
    <>
      <Menu defaultOpened position="bottom-end">
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>
          {languages.map((language) => (
            <Menu.Item
              key={language}
              lang={language}
              className={c.item}
              rightSection={language === current && <IconCheck size={16} />}
              onClick={() => language !== current && setWanted(language)}
            >
              {languageName(language)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={wanted !== undefined}
        title={<FormattedMessage {...text.title} values={{ name: languageName(wanted ?? current) }} />}
        confirm={<FormattedMessage {...text.change} />}
        onConfirm={change}
        onClose={() => setWanted(undefined)}
      >
        <FormattedMessage {...text.detail} />
      </ConfirmDialog>
    </>
  )
}
