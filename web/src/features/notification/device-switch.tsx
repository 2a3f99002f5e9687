import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { OptionRow } from '@/components/form/option-row'
import { deviceState, PushError, supportsPush, switchOff, switchOn } from '@/lib/account/push-device'
import { getNotificationSettingsOptions } from '@/lib/api/@tanstack/react-query.gen'
import { toastFailure, toastProblem } from '@/lib/page/toast'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import c from './notification-settings.module.css'

const text = defineMessages({
  label: { id: 'device_notifications.label', defaultMessage: 'Notifications on this device' },
  detail: {
    id: 'device_notifications.detail',
    defaultMessage: 'What the bell tells you, also while this page is closed',
  },
  denied: {
    id: 'device_notifications.denied',
    defaultMessage:
      'Your browser blocks notifications from this shop. Allow them in the settings of your browser to switch them on here.',
  },
  dismissed: {
    id: 'device_notifications.dismissed',
    defaultMessage: 'You have not allowed notifications, so they stay off.',
  },
  failed: {
    id: 'device_notifications.failed',
    defaultMessage: 'Your browser could not switch notifications on. Please try again.',
  },
})

type Props = {
  /** Whether the server sends to this device. */
  isOn: boolean
}

/** Switches push to this browser on and off; empty where it is not possible (PROF-06). */
export default function DeviceSwitch({ isOn }: Props) {
  const { push_public_key: key } = useShop()
  return key && supportsPush() ? <Switch isOn={isOn} shopKey={key} /> : null
}

function Switch({ isOn, shopKey }: Props & { shopKey: string }) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const device = {
    queryKey: ['push-device', shopKey],
    queryFn: () => deviceState(shopKey),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always', // the person was in the settings of the browser
  } as const
  const { data: state } = useQuery(device)
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? switchOn(shopKey) : switchOff()),
    meta: { quiet: true },
    onError: (error) => {
      if (error instanceof PushError) toastProblem(intl.formatMessage(text[error.why]))
      else toastFailure(error, intl)
    },
    onSettled: (_state, error) =>
      Promise.all([
        refetchAfter(queryClient, device.queryKey, error),
        refetchAfter(queryClient, getNotificationSettingsOptions().queryKey, error),
      ]),
  })
  if (!state) return null
  const isDenied = state.permission === 'denied'
  return (
    <>
      <OptionRow
        type="checkbox"
        name="device"
        label={<FormattedMessage {...text.label} />}
        detail={<FormattedMessage {...text.detail} />}
        checked={change.isPending ? change.variables : isOn && state.isSubscribed}
        disabled={change.isPending || isDenied}
        onChange={(on) => change.mutate(on)}
      />
      {isDenied && (
        <p className={c.quiet}>
          <FormattedMessage {...text.denied} />
        </p>
      )}
    </>
  )
}
