import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAccountDialogs, type PurchaseToKeep } from '@/contracts/account-dialogs'
import { toast, toastProblem } from '@/lib/page/toast'
import { isNotFound, problems } from '@/lib/requests/problems'
import { useShop } from '@/lib/scope/shop'
import { common } from '@/lib/text/intl'
import { defineMessages, type Message } from '@/lib/text/messages'
import { BusyButton } from './busy-button'
import { InfoBox } from './info-box'

const text = defineMessages({
  choose: { id: 'keep_order.choose', defaultMessage: 'Choose a password' },
})

type Props = { title: Message; why: Message; keeping: PurchaseToKeep }

/** Opens sign-up to add what a guest bought to a new account (ORD-01, D33). The form is filled in from its contact. */
export function KeepBox({ title, why, keeping }: Props) {
  const hasPasswords = useShop().centralize_login.manual_login_status === 1
  const { signIn } = useAccountDialogs()
  if (!hasPasswords) return null
  const page = `/${keeping.kind}/${keeping.id}`
  return (
    <InfoBox title={title} why={why}>
      <Button variant="default" h={44} aria-haspopup="dialog" onClick={() => signIn('sign-up', page, keeping)}>
        <FormattedMessage {...text.choose} />
      </Button>
    </InfoBox>
  )
}

type AddProps = {
  /** added: with {id}. refused: if somebody else bought it. */
  words: Record<'title' | 'why' | 'add' | 'added' | 'refused', Message>
  id: number
  /** Fetches it by the session alone: the customer who bought it needs no box. */
  own: { error: unknown; refetch: () => Promise<unknown> }
  claim: () => Promise<unknown>
  /** Called when the session opens it. */
  onAdded: () => void
}

/** Adds what a customer bought as a guest, and opened by its link, to their account. */
export function AddBox({ words, id, own, claim, onAdded }: AddProps) {
  const { formatMessage: t } = useIntl()
  const [isBusy, setBusy] = useState(false)
  if (!isNotFound(own.error)) return null
  const add = async () => {
    setBusy(true)
    try {
      await claim()
      toast(t(words.added, { id }))
      await own.refetch()
      onAdded()
    } catch (error) {
      if (isNotFound(error)) toastProblem(t(words.refused))
      else problems(error, t(common.offline)).forEach(({ message }) => toastProblem(message))
    } finally {
      setBusy(false)
    }
  }
  return (
    <InfoBox title={words.title} why={words.why}>
      <BusyButton variant="default" h={44} busy={isBusy} onClick={() => void add()}>
        <FormattedMessage {...words.add} />
      </BusyButton>
    </InfoBox>
  )
}
