import { Button } from '@mantine/core'
import { CancelledError, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAccountDialogs, type PurchaseToKeep } from '@/contracts/account-dialogs'
import type { ErrorBody } from '@/lib/api/types.gen'
import { toast, toastFailure, toastProblem } from '@/lib/page/toast'
import { isNotFound } from '@/lib/requests/problems'
import { useShop } from '@/lib/scope/shop'
import { defineMessages, type Message } from '@/lib/text/messages'
import { BusyButton } from '@/components/form/busy-button'
import { InfoBox } from '@/components/layout/info-box'

const text = defineMessages({
  choose: { id: 'keep_box.choose', defaultMessage: 'Choose a password' },
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
  texts: Record<'title' | 'why' | 'add' | 'added' | 'refused', Message>
  id: number
  /**
   * The query of the purchase by the session alone. If it succeeds, the purchase is the customer's already, and no
   * box is shown.
   */
  own: Pick<UseQueryResult<unknown, ErrorBody>, 'error' | 'isSuccess' | 'refetch'>
  claim: () => Promise<unknown>
  /** Called when the session opens it. */
  onAdded: () => void
}

/** Adds what a customer bought as a guest, and opened by its link, to their account. */
export function AddBox({ texts, id, own, claim, onAdded }: AddProps) {
  const intl = useIntl()
  const [isBusy, setBusy] = useState(false)
  // It can be claimed only once. If it cannot be fetched after that, the button only fetches it again.
  const [isClaimed, setClaimed] = useState(false)
  if (own.isSuccess || !(isClaimed || isNotFound(own.error))) return null
  const add = async () => {
    setBusy(true)
    try {
      if (!isClaimed) {
        await claim()
        setClaimed(true)
        toast(intl.formatMessage(texts.added, { id }))
      }
      await own.refetch({ throwOnError: true })
      onAdded()
    } catch (error) {
      if (isNotFound(error)) toastProblem(intl.formatMessage(texts.refused))
      // The fetch is canceled if the page is left.
      else if (!(error instanceof CancelledError)) toastFailure(error, intl)
    } finally {
      setBusy(false)
    }
  }
  return (
    <InfoBox title={texts.title} why={texts.why}>
      <BusyButton variant="default" h={44} busy={isBusy} onClick={() => void add()}>
        <FormattedMessage {...texts.add} />
      </BusyButton>
    </InfoBox>
  )
}
