import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { LanguageMenu } from '@/features/frame/language-menu'
import { NotificationSettings } from '@/features/notification/notification-settings'
import { DeleteAccount } from '@/features/profile/delete-account'
import { Passkeys } from '@/features/profile/passkeys'
import { Sessions } from '@/features/profile/sessions'
import { Setting, Settings } from '@/features/profile/settings'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { AccountPage } from './-account'

const text = defineMessages({
  notifications: { id: 'settings.notifications', defaultMessage: 'Notifications' },
})

export const Route = createFileRoute('/settings')({ component: SettingsPage })

/** Language and theme for everyone; notifications, passkeys, sessions and account deletion for customers (PROF-06). */
function SettingsPage() {
  const { signedIn } = useScope()
  const navigate = useNavigate()
  return (
    <AccountPage forGuests>
      <Settings language={<LanguageMenu />}>
        {signedIn && (
          <>
            <Setting title={<FormattedMessage {...text.notifications} />}>
              <NotificationSettings />
            </Setting>
            <Passkeys />
            <Sessions />
            <DeleteAccount onDeleted={() => void navigate({ to: '/', replace: true })} />
          </>
        )}
      </Settings>
    </AccountPage>
  )
}
