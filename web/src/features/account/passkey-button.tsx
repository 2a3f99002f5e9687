import { useMutation } from '@tanstack/react-query'
import { IconFingerprint } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { PasskeyError } from '@/lib/account/passkeys'
import { problems } from '@/lib/requests/problems'
import { toastProblem } from '@/lib/page/toast'

const text = defineMessages({
  sign: { id: 'passkey_button.sign', defaultMessage: 'Sign in with a passkey' },
  none: { id: 'passkey_button.none', defaultMessage: 'No passkey was used. Please try again, or sign in another way.' },
})

/** Signs in with a passkey of this device. */
export function PasskeyButton({ onSign }: { onSign: () => Promise<void> }) {
  const { formatMessage: t } = useIntl()
  const sign = useMutation({
    meta: { quiet: true },
    mutationFn: onSign,
    onError: (error) => {
      if (error instanceof PasskeyError) toastProblem(t(text.none))
      else problems(error, t(common.offline)).forEach(({ message }) => toastProblem(message))
    },
  })
  return (
    <BusyButton
      variant="default"
      leftSection={<IconFingerprint size={20} aria-hidden />}
      busy={sign.isPending}
      onClick={() => sign.mutate()}
    >
      <FormattedMessage {...text.sign} />
    </BusyButton>
  )
}
