import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { LanguageMenu } from '@/features/frame/language-menu'
import { DeleteAccount } from '@/features/profile/delete-account'
import { Passkeys } from '@/features/profile/passkeys'
import { Sessions } from '@/features/profile/sessions'
import { Settings } from '@/features/profile/settings'
import { useScope } from '@/lib/scope/scope'
import { AccountPage } from './-account'

export const Route = createFileRoute('/settings')({ component: SettingsPage })

/** Language and theme for everyone; passkeys, sessions and account deletion for customers (PROF-06). */
function SettingsPage() {
  const { signedIn } = useScope()
  const navigate = useNavigate()
  return (
    <AccountPage forGuests>
      <Settings language={<LanguageMenu />}>
        {signedIn && (
          <>
            <Passkeys />
            <Sessions />
            <DeleteAccount onDeleted={() => void navigate({ to: '/', replace: true })} />
          </>
        )}
      </Settings>
    </AccountPage>
  )
}
