import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconDeviceLaptop } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { QueryView } from '@/components/query-view'
import { Skeleton } from '@/components/skeleton'
import { listSessionsOptions } from '@/lib/api/@tanstack/react-query.gen'
import { deleteSession } from '@/lib/api/sdk.gen'
import type { SessionView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/messages'
import { currentScope, useScope } from '@/lib/scope'
import { dateTime } from '@/lib/time-formats'
import { useTimes } from '@/lib/times'
import { toast } from '@/lib/toast'
import { Setting } from './settings'
import c from './settings.module.css'

const text = defineMessages({
  title: { id: 'sessions.title', defaultMessage: 'Where you are signed in' },
  here: { id: 'sessions.here', defaultMessage: 'This device' },
  seen: { id: 'sessions.seen', defaultMessage: 'Last used {at}' },
  end: { id: 'sessions.end', defaultMessage: 'Sign out' },
  endOf: { id: 'sessions.end_of', defaultMessage: 'Sign out on {device}' },
})

/** The sessions in force; another device's can be ended from here. */
export function Sessions() {
  const { headers } = useScope()
  const options = listSessionsOptions({ headers })
  const list = useQuery(options)
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: async (id: number) => {
      const ended = await deleteSession({ headers: currentScope().headers, path: { id }, throwOnError: true })
      await queryClient.invalidateQueries({ queryKey: options.queryKey })
      return ended.data
    },
    onSuccess: ({ message }) => toast(message),
  })
  return (
    <Setting title={<FormattedMessage {...text.title} />}>
      <QueryView query={list} skeleton={<Skeleton height={64} radius={14} />}>
        {({ sessions }) => (
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
        )}
      </QueryView>
    </Setting>
  )
}

type Props = { session: SessionView; busy: boolean; onEnd: () => void }

function Session({ session: { device, is_current: isHere, last_seen_at: seenAt }, busy, onEnd }: Props) {
  const { formatMessage: t } = useIntl()
  const at = <bdi key="at">{useTimes('device')(seenAt, dateTime)}</bdi>
  return (
    <li className={c.row}>
      <IconDeviceLaptop size={24} aria-hidden />
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
        <Button
          variant="default"
          h={44}
          loading={busy}
          aria-busy={busy || undefined}
          aria-label={t(text.endOf, { device })}
          onClick={onEnd}
        >
          <FormattedMessage {...text.end} />
        </Button>
      )}
    </li>
  )
}
