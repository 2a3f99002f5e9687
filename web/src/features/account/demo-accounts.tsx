import { FormattedMessage, useIntl } from 'react-intl'
import type { DemoAccountView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useShop } from '@/lib/scope/shop'
import c from './account.module.css'

const text = defineMessages({
  title: { id: 'demo_accounts.title', defaultMessage: 'Just looking? Try a sample account:' },
  label: { id: 'demo_accounts.label', defaultMessage: 'Sample accounts' },
})

/** Buttons that fill in the sample accounts of the demo. Renders nothing in other shops. */
export function DemoAccounts({ onPick }: { onPick: (account: DemoAccountView) => void }) {
  const { formatMessage: t } = useIntl()
  const { demo_accounts: accounts } = useShop()
  if (accounts.length === 0) return null
  return (
    <div className={c.demo}>
      <p>
        <FormattedMessage {...text.title} />
      </p>
      <ul aria-label={t(text.label)}>
        {accounts.map((account) => (
          <li key={account.email}>
            <button type="button" className={c.account} onClick={() => onPick(account)}>
              <bdi>{account.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
