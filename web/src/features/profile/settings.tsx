import { useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useId, type ReactNode, type Ref } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ChoiceCards } from '@/components/form/choice-cards'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import c from './settings.module.css'

const text = defineMessages({
  title: { id: 'settings.title', defaultMessage: 'Settings' },
  language: { id: 'settings.language', defaultMessage: 'Language' },
  theme: { id: 'settings.theme', defaultMessage: 'Theme' },
  light: { id: 'settings.light', defaultMessage: 'Light' },
  dark: { id: 'settings.dark', defaultMessage: 'Dark' },
  auto: { id: 'settings.auto', defaultMessage: 'As this device' },
})

/** The settings for language and theme (PROF-06). The children are the settings for customers. */
export function Settings({ language, children }: { language: ReactNode; children?: ReactNode }) {
  const { formatMessage: t } = useIntl()
  usePageTitle(t(text.title))
  return (
    <>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      <Setting title={<FormattedMessage {...text.language} />}>
        <div>{language}</div>
      </Setting>
      <Setting title={<FormattedMessage {...text.theme} />}>
        <ThemeChoice />
      </Setting>
      {children}
    </>
  )
}

type SettingProps = {
  title: ReactNode
  /** The ref of the heading, which gets the focus when a button of the section is removed. */
  titleRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A section of the settings with a title. */
export function Setting({ title, titleRef, children }: SettingProps) {
  const id = useId()
  return (
    <section className={c.setting} aria-labelledby={id}>
      <h2 id={id} ref={titleRef} tabIndex={titleRef ? -1 : undefined} className={c.title}>
        <bdi>{title}</bdi>
      </h2>
      {children}
    </section>
  )
}

function ThemeChoice() {
  const { formatMessage: t } = useIntl()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <ChoiceCards
      label={t(text.theme)}
      name="theme"
      value={colorScheme}
      onChange={setColorScheme}
      choices={[
        { value: 'light', label: t(text.light), icon: <IconSun size={20} aria-hidden /> },
        { value: 'dark', label: t(text.dark), icon: <IconMoon size={20} aria-hidden /> },
        { value: 'auto', label: t(text.auto), icon: <IconDeviceDesktop size={20} aria-hidden /> },
      ]}
    />
  )
}
