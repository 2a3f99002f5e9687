import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { lazyPart } from '@/components/loading/lazy'
import { OptionRow } from '@/components/form/option-row'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { useCustomer } from '@/lib/account/customer'
import { getNotificationSettingsOptions } from '@/lib/api/@tanstack/react-query.gen'
import { putNotificationSettings } from '@/lib/api/sdk.gen'
import type { NotificationSettingsOutputBody, PutNotificationSettingsData } from '@/lib/api/types.gen'
import { useHydrated } from '@/lib/page/use-hydrated'
import { acceptEdit, editEarly, takeBackEdits } from '@/lib/requests/early-edit'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { useQueuedMutation } from '@/lib/requests/use-queued-mutation'
import { defineMessages, type Message } from '@/lib/text/messages'
import c from './notification-settings.module.css'

const DeviceSwitch = lazyPart(() => import('./device-switch'))

const text = defineMessages({
  bell: {
    id: 'notification_settings.bell',
    defaultMessage: 'What happens to your orders is always shown in the bell.',
  },
  verify: {
    id: 'notification_settings.verify',
    defaultMessage: 'Verify your email in your profile to get mails.',
  },
  profile: { id: 'notification_settings.profile', defaultMessage: 'Open profile' },
})

type Switches = PutNotificationSettingsData['body']

/** The switches, with their texts. */
const switches: Record<keyof Switches, { label: Message; detail: Message }> = {
  order_mail: defineMessages({
    label: { id: 'notification_settings.order_mail', defaultMessage: 'Mails about my orders and trips' },
    detail: {
      id: 'notification_settings.order_mail_detail',
      defaultMessage: 'Placed, ready, delivered, canceled and refunded',
    },
  }),
  alerts: defineMessages({
    label: { id: 'notification_settings.alerts', defaultMessage: 'Alerts about my wishlist' },
    detail: {
      id: 'notification_settings.alerts_detail',
      defaultMessage: 'Back in stock, cheaper, or open again, in the bell',
    },
  }),
  alert_mail: defineMessages({
    label: { id: 'notification_settings.alert_mail', defaultMessage: 'Mails about my wishlist' },
    detail: {
      id: 'notification_settings.alert_mail_detail',
      defaultMessage: 'The same alerts by mail, at most one for each thing and day',
    },
  }),
}

const isSwitch = (name: string): name is keyof Switches => name in switches

/** What a customer is told, and how (PROF-06). */
export function NotificationSettings() {
  const options = getNotificationSettingsOptions()
  const settings = useQuery(options)
  const { data: customer } = useCustomer()
  const queryClient = useQueryClient()
  const isHydrated = useHydrated()
  const save = useQueuedMutation({
    queue: 'notification-settings',
    call: async (body: PutNotificationSettingsData['body'], headers) =>
      (await putNotificationSettings({ headers, body, throwOnError: true })).data,
    onMutate: (body) =>
      editEarly(queryClient, options.queryKey, (now: NotificationSettingsOutputBody) => ({ ...now, ...body })),
    onSuccess: (saved, { isLast }) => acceptEdit(queryClient, options.queryKey, saved, isLast),
    onError: async (error, { isLast }) => {
      if (!isLast()) return
      takeBackEdits(queryClient, options.queryKey)
      await refetchAfter(queryClient, options.queryKey, error)
    },
  })
  return (
    <QueryView query={settings} skeleton={<Skeleton height={54} radius={14} />}>
      {({ can_mail, has_device, ...now }) => {
        const hasEmail = customer?.is_email_verified === 1
        return (
          <div className={c.settings}>
            <p className={c.quiet}>
              <FormattedMessage {...text.bell} />
            </p>
            {Object.keys(switches)
              .filter(isSwitch)
              .filter((name) => can_mail || !name.endsWith('_mail'))
              .map((name) => (
                <OptionRow
                  key={name}
                  type="checkbox"
                  name={name}
                  label={<FormattedMessage {...switches[name].label} />}
                  detail={<FormattedMessage {...switches[name].detail} />}
                  checked={now[name] && (name !== 'alert_mail' || now.alerts)}
                  disabled={name === 'alert_mail' && !now.alerts}
                  onChange={(on) => save.mutate({ ...now, [name]: on })}
                />
              ))}
            {isHydrated && <DeviceSwitch isOn={has_device} />}
            {can_mail && customer && !hasEmail && (
              <p className={c.quiet}>
                <FormattedMessage {...text.verify} />{' '}
                <AppLink href="/profile" className={c.link}>
                  <FormattedMessage {...text.profile} />
                </AppLink>
              </p>
            )}
          </div>
        )
      }}
    </QueryView>
  )
}
