import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Money } from '@/components/price/money'
import { customerOptions, useCustomer } from '@/lib/account/customer'
import { deleteCustomer } from '@/lib/api/sdk.gen'
import type { CustomerView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { endSession } from '@/lib/account/session'
import { write } from '@/lib/scope/local-storage'
import { isRefusal } from '@/lib/requests/problems'
import { currentScope } from '@/lib/scope/scope'
import { ConfirmedDialog } from './code-dialog'
import type { Confirmation } from './confirm-field'
import { Setting } from './settings'
import c from './settings.module.css'

const text = defineMessages({
  title: { id: 'delete_account.title', defaultMessage: 'Delete account' },
  detail: {
    id: 'delete_account.detail',
    defaultMessage:
      'Your name, contacts, photo, addresses, wishlist and carts are erased for good. Orders that were made are kept without them.',
  },
  question: { id: 'delete_account.question', defaultMessage: 'Delete your account?' },
  money: { id: 'delete_account.money', defaultMessage: 'The {amount} in your wallet will be lost.' },
  points: {
    id: 'delete_account.points',
    defaultMessage: 'Your {points, plural, one {# point} other {# points}} will be lost.',
  },
  yes: { id: 'delete_account.yes', defaultMessage: 'Delete' },
})

/** Removes what would still name the person on this device: the next one may be somebody else (C2). */
function forgetPerson() {
  void import('@/lib/account/push-device').then(({ forgetDevice }) => forgetDevice()).catch(() => {})
  endSession()
  write({ userDatafor: null }) // a sign-out keeps it, for the next sign-in to this account
}

/** The button and dialog for deleting the account (PROF-05). Only the first error is shown (API-07). */
export function DeleteAccount({ onDeleted }: { onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { data: customer } = useCustomer()
  const queryClient = useQueryClient()
  const runDelete = async (confirmation: Partial<Confirmation>) => {
    const scope = currentScope()
    const body = { ...confirmation, forfeits: customer && forfeitsOf(customer) }
    try {
      return (await deleteCustomer({ headers: scope.headers, body, throwOnError: true })).data.message
    } catch (error) {
      // The dialog stays open, and shows what would be lost now.
      if (changedForfeits(error)) await queryClient.invalidateQueries({ queryKey: customerOptions(scope).queryKey })
      throw error
    }
  }
  return (
    <Setting title={<FormattedMessage {...text.title} />}>
      <p className={c.quiet}>
        <FormattedMessage {...text.detail} />
      </p>
      <Button variant="default" className={c.danger} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        <FormattedMessage {...text.title} />
      </Button>
      <ConfirmedDialog
        opened={isAsking}
        title={<FormattedMessage {...text.question} />}
        confirm={<FormattedMessage {...text.yes} />}
        danger
        closesOnRefusal
        run={runDelete}
        messageFor={changedForfeits}
        onDone={() => {
          onDeleted()
          forgetPerson()
        }}
        onClose={() => setAsking(false)}
      >
        <p>
          <FormattedMessage {...text.detail} />
        </p>
        {customer && <Forfeits of={customer} />}
      </ConfirmedDialog>
    </Setting>
  )
}

/** What is lost with the account besides what is stored in it. */
const forfeitsOf = ({ wallet_balance, loyalty_point }: CustomerView) => ({ wallet_balance, loyalty_point })

/** The server's message if the forfeits have changed since they were shown. */
const changedForfeits = (error: unknown) =>
  isRefusal(error) ? error.errors.find(({ field }) => field === 'forfeits')?.message : undefined

function Forfeits({ of: { wallet_balance: amount, loyalty_point: points } }: { of: CustomerView }) {
  return (
    <>
      {amount > 0 && (
        <p className={c.danger}>
          <FormattedMessage {...text.money} values={{ amount: <Money key="amount" value={amount} /> }} />
        </p>
      )}
      {points > 0 && (
        <p className={c.danger}>
          <FormattedMessage {...text.points} values={{ points }} />
        </p>
      )}
    </>
  )
}
