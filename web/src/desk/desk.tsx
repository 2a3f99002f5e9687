import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorState } from '@/components/loading/error-state'
import { OfflineBanner } from '@/components/loading/offline-banner'
import { Pending } from '@/components/loading/pending'
import { Toasts } from '@/components/overlay/toasts'
import { getConfigOptions } from '@/lib/api/@tanstack/react-query.gen'
import { ShopProvider, useShop } from '@/lib/scope/shop'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { Logo } from '@/components/logo'
import { Board, BoardSkeleton } from './board'
import { useMember } from './member'
import { SignIn } from './sign-in'
import c from './desk.module.css'

const text = defineMessages({
  title: { id: 'desk.title', defaultMessage: 'Desk · {shop}' },
  loading: { id: 'desk.loading', defaultMessage: 'Desk' },
})

/** The whole desk. Orders are shown only to a signed-in member of staff. */
export function Desk() {
  const { headers } = useScope()
  const config = useQuery({ ...getConfigOptions({ headers }), staleTime: Infinity })
  return (
    <>
      <OfflineBanner />
      {config.data ? (
        <ShopProvider value={config.data}>
          <Signed />
        </ShopProvider>
      ) : (
        <Waiting query={config} />
      )}
      <Toasts />
    </>
  )
}

function Signed() {
  const { query, member, isSignedIn } = useMember()
  const { business_name: shop, logo_full_url: logo } = useShop()
  const { formatMessage: t } = useIntl()
  const hasBoard = member !== undefined
  useEffect(() => {
    if (!hasBoard) document.title = t(text.title, { shop })
  }, [hasBoard, shop, t])
  if (member) return <Board key={member.id} member={member} isSignedIn={isSignedIn} />
  if (isSignedIn) return <Waiting query={query} />
  return (
    <main className={c.door}>
      <Logo name={shop} src={logo} />
      <SignIn />
    </main>
  )
}

type Query = { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown }

/** Shown while the first responses load. */
function Waiting({ query }: { query: Query }) {
  return (
    <main className={c.main}>
      <h1 className="sr">
        <FormattedMessage {...text.loading} />
      </h1>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Pending pending={query.isPending} skeleton={<BoardSkeleton />}>
          <BoardSkeleton />
        </Pending>
      )}
    </main>
  )
}
