import { Button } from '@mantine/core'
import { IconBrandAppleFilled, IconBrandFacebookFilled, IconBrandGoogleFilled } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { useShop } from '@/lib/scope/shop'
import { providersOf } from './login-mode'
import type { SignInPurpose } from './social'
import { openProvider } from './social-leave'
import c from './account.module.css'

const text = defineMessages({
  with: { id: 'social.with', defaultMessage: 'Continue with {provider}' },
})

const icons = { google: IconBrandGoogleFilled, facebook: IconBrandFacebookFilled, apple: IconBrandAppleFilled }

/** Brand names, which are not translated. */
export const providerNames = { google: 'Google', facebook: 'Facebook', apple: 'Apple' }

/** A button for each enabled provider, which opens the provider's page (AUTH-01, AUTH-07). */
export function SocialButtons({ purpose }: { purpose: SignInPurpose }) {
  return (
    <div className={c.social}>
      {providersOf(useShop()).map((provider) => {
        const Icon = icons[provider.login_medium]
        return (
          <Button
            key={provider.login_medium}
            variant="default"
            leftSection={<Icon size={20} aria-hidden />}
            onClick={() => void openProvider(provider, purpose)}
          >
            <FormattedMessage {...text.with} values={{ provider: providerNames[provider.login_medium] }} />
          </Button>
        )
      })}
    </div>
  )
}
