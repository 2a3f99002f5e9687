import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconFingerprint, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { TextField } from '@/components/form/field'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { listPasskeysOptions } from '@/lib/api/@tanstack/react-query.gen'
import { deletePasskey, passkeyOptions, postPasskey } from '@/lib/api/sdk.gen'
import type { PasskeyView } from '@/lib/api/types.gen'
import { useHydrated } from '@/lib/page/use-hydrated'
import { defineMessages } from '@/lib/text/messages'
import { supportsPasskeys, makePasskey, PasskeyError } from '@/lib/account/passkeys'
import { currentScope, useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { dateTime } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'
import type { Confirmation } from './confirm-field'
import { ConfirmedDialog } from './code-dialog'
import { Setting } from './settings'
import c from './settings.module.css'

const text = defineMessages({
  title: { id: 'passkeys.title', defaultMessage: 'Passkeys' },
  detail: {
    id: 'passkeys.detail',
    defaultMessage: 'Sign in with your finger, your face or the code of your device, and no password to type.',
  },
  add: { id: 'passkeys.add', defaultMessage: 'Add a passkey' },
  name: { id: 'passkeys.name', defaultMessage: 'Name (optional)' },
  nameHint: { id: 'passkeys.name_hint', defaultMessage: 'To tell it from others, such as: My phone' },
  goOn: { id: 'passkeys.go_on', defaultMessage: 'Continue' },
  created: { id: 'passkeys.created', defaultMessage: 'Added {at}' },
  used: { id: 'passkeys.used', defaultMessage: 'Last used {at}' },
  remove: { id: 'passkeys.remove', defaultMessage: 'Remove' },
  removeOf: { id: 'passkeys.remove_of', defaultMessage: 'Remove {name}' },
  question: { id: 'passkeys.question', defaultMessage: 'Remove this passkey?' },
  gone: {
    id: 'passkeys.gone',
    defaultMessage:
      'It can no longer be used to sign in, and every other device is signed out. Your device may still list it.',
  },
  cancelled: { id: 'passkeys.cancelled', defaultMessage: 'No passkey was made. Please try again.' },
  known: { id: 'passkeys.known', defaultMessage: 'This device has a passkey for your account already.' },
})

const call = () => ({ headers: currentScope().headers, throwOnError: true }) as const

/** The customer's passkeys; empty if the shop has passkeys switched off. */
export function Passkeys() {
  const { passkey_login_status: isOn } = useShop().centralize_login
  return isOn === 1 ? <PasskeyList /> : null
}

function PasskeyList() {
  const isHydrated = useHydrated()
  const { list, add, remove } = usePasskeys()
  const title = useRef<HTMLHeadingElement>(null)
  const [leaving, setLeaving] = useState<PasskeyView>()
  const [isRemoving, setRemoving] = useState(false)

  return (
    <Setting title={<FormattedMessage {...text.title} />} titleRef={title}>
      <p className={c.quiet}>
        <FormattedMessage {...text.detail} />
      </p>
      <QueryView query={list} skeleton={<Skeleton height={64} radius={14} />}>
        {({ passkeys }) =>
          passkeys.length > 0 && (
            <ul className={c.rows}>
              {passkeys.map((passkey) => (
                <Row
                  key={passkey.id}
                  passkey={passkey}
                  onRemove={() => {
                    setLeaving(passkey)
                    setRemoving(true)
                  }}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      {isHydrated && supportsPasskeys() && <AddPasskey add={add} />}
      <ConfirmedDialog
        opened={isRemoving}
        title={<FormattedMessage {...text.question} />}
        confirm={<FormattedMessage {...text.remove} />}
        danger
        run={(confirmation) => remove(leaving?.id ?? 0, confirmation)}
        onDone={() => title.current?.focus()}
        onClose={() => setRemoving(false)}
      >
        <p>
          <bdi className={c.device}>{leaving?.name}</bdi>
          {'. '}
          <FormattedMessage {...text.gone} />
        </p>
      </ConfirmedDialog>
    </Setting>
  )
}

/** The button that makes a passkey on this device, and the dialog that asks for its name. */
function AddPasskey({ add }: Pick<ReturnType<typeof usePasskeys>, 'add'>) {
  const { formatMessage: t } = useIntl()
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  return (
    <>
      <Button
        variant="default"
        h={44}
        leftSection={<IconPlus size={20} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => {
          setName('')
          setOpened(true)
        }}
      >
        <FormattedMessage {...text.add} />
      </Button>
      <ConfirmedDialog
        opened={opened}
        title={<FormattedMessage {...text.add} />}
        confirm={<FormattedMessage {...text.goOn} />}
        run={(confirmation) => add(name.trim(), confirmation)}
        messageFor={(error) => (error instanceof PasskeyError ? t(text[error.why]) : undefined)}
        onDone={() => {}}
        onClose={() => setOpened(false)}
      >
        <TextField
          label={t(text.name)}
          description={t(text.nameHint)}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </ConfirmedDialog>
    </>
  )
}

/** The passkeys, and the calls that change them. Both return the message of the server. */
function usePasskeys() {
  const queryClient = useQueryClient()
  const options = listPasskeysOptions({ headers: useScope().headers })
  return {
    list: useQuery(options),
    add: async (name: string, confirmation: Partial<Confirmation>) => {
      const { data: question } = await passkeyOptions({ ...call(), body: confirmation })
      const body = { proof: question.proof, name, credential: await makePasskey(question) }
      const { data } = await postPasskey({ ...call(), body })
      await queryClient.invalidateQueries({ queryKey: options.queryKey })
      return data.message
    },
    remove: async (id: number, body: Partial<Confirmation>) => {
      const { data } = await deletePasskey({ ...call(), path: { id }, body })
      await queryClient.invalidateQueries()
      return data.message
    },
  }
}

function Row({ passkey, onRemove }: { passkey: PasskeyView; onRemove: () => void }) {
  const { formatMessage: t } = useIntl()
  const times = useTimes('device')
  const { name, created_at: createdAt, last_used_at: usedAt } = passkey
  const at = (time: string) => <bdi key="at">{times(time, dateTime)}</bdi>
  return (
    <li className={c.row}>
      <IconFingerprint size={24} aria-hidden />
      <div className={c.words}>
        <bdi className={c.device}>{name}</bdi>
        <span className={c.quiet}>
          <FormattedMessage {...text.created} values={{ at: at(createdAt) }} />
        </span>
        {usedAt && (
          <span className={c.quiet}>
            <FormattedMessage {...text.used} values={{ at: at(usedAt) }} />
          </span>
        )}
      </div>
      <Button
        variant="default"
        h={44}
        aria-haspopup="dialog"
        aria-label={t(text.removeOf, { name })}
        onClick={onRemove}
      >
        <FormattedMessage {...text.remove} />
      </Button>
    </li>
  )
}
