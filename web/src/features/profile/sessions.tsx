import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { BusyButton } from '@/components/form/busy-button'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { listSessionsOptions } from '@/lib/api/@tanstack/react-query.gen'
import { deleteOtherSessions, deleteSession } from '@/lib/api/sdk.gen'
import type { SessionView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { currentScope, useScope } from '@/lib/scope/scope'
import { dateTime } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import { toast } from '@/lib/page/toast'
import { Setting } from './settings'
import c from './settings.module.css'

const text = defineMessages({
  title: { id: 'sessions.title', defaultMessage: 'Where you are signed in' },
  here: { id: 'sessions.here', defaultMessage: 'This device' },
  seen: { id: 'sessions.seen', defaultMessage: 'Last used {at}' },
  end: { id: 'sessions.end', defaultMessage: 'Sign out' },
  endOthers: { id: 'sessions.end_others', defaultMessage: 'Sign out everywhere else' },
  endOf: { id: 'sessions.end_of', defaultMessage: 'Sign out on {device}' },
})

/** The active sessions. Those of other devices can be ended. */
export function Sessions() {
  const { headers } = useScope()
  const options = listSessionsOptions({ headers })
  const list = useQuery(options)
  const queryClient = useQueryClient()
  const title = useRef<HTMLHeadingElement>(null)
  const end = useMutation({
    mutationFn: async (which: number | 'others') => {
      const call = { headers: currentScope().headers, throwOnError: true } as const
      const ended =
        which === 'others' ? await deleteOtherSessions(call) : await deleteSession({ ...call, path: { id: which } })
      await queryClient.invalidateQueries({ queryKey: options.queryKey })
      return ended.data
    },
    onSuccess: ({ message }) => {
      title.current?.focus() // the focused button has been removed
      toast(message)
    },
  })
  return (
    <Setting title={<FormattedMessage {...text.title} />} titleRef={title}>
      <QueryView query={list} skeleton={<Skeleton height={64} radius={14} />}>
        {({ sessions }) => (
          <>
            <ul className={c.rows}>
              {sessions.map((session) => (
                <Session
                  key={session.id}
                  session={session}
                  busy={end.isPending && end.variables === session.id}
                  onEnd={() => end.mutate(session.id)}
                />
              ))}
            </ul>
            {sessions.length > 1 && (
              <BusyButton
                variant="default"
                h={44}
                busy={end.isPending && end.variables === 'others'}
                onClick={() => end.mutate('others')}
              >
                <FormattedMessage {...text.endOthers} />
              </BusyButton>
            )}
          </>
        )}
      </QueryView>
    </Setting>
  )
}

type Props = { session: SessionView; busy: boolean; onEnd: () => void }

function Session({ session: { device, is_current: isHere, last_seen_at: seenAt }, busy, onEnd }: Props) {
  const { formatMessage: t } = useIntl()
  const Icon = /Android|iPhone|iPad/.test(device) ? IconDeviceMobile : IconDeviceLaptop
  const at = <bdi key="at">{useTimes('device')(seenAt, dateTime)}</bdi>
  return (
    <li className={c.row}>
      <Icon size={24} aria-hidden />
      <div className={c.words}>
        <bdi className={c.device}>{device}</bdi>
        {isHere ? (
          <Badge tone="soft">
            <FormattedMessage {...text.here} />
          </Badge>
        ) : (
          <span className={c.quiet}>
            <FormattedMessage {...text.seen} values={{ at }} />
          </span>
        )}
      </div>
      {!isHere && (
        <BusyButton variant="default" h={44} busy={busy} aria-label={t(text.endOf, { device })} onClick={onEnd}>
          <FormattedMessage {...text.end} />
        </BusyButton>
      )}
    </li>
  )
}
