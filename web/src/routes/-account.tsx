import type { ReactNode } from 'react'
import { AccountNav } from '@/features/account/account-nav'
import { SignInPrompt } from '@/features/account/sign-in-prompt'
import { Skeleton } from '@/components/loading/skeleton'
import type { EmptyArt } from '@/lib/page/empty-art'
import { useHydrated } from '@/lib/page/use-hydrated'
import { useScope } from '@/lib/scope/scope'
import page from './-page.module.css'
import c from './-account.module.css'

type Props = {
  /** The picture above the sign-in prompt for guests. */
  art?: EmptyArt
  /** Guests see the content too, but no account links. */
  forGuests?: boolean
  children: ReactNode
}

/** The layout of an account page with the account links. Guests see a prompt to sign in (PERM-01). */
export function AccountPage({ art, forGuests, children }: Props) {
  const isHydrated = useHydrated()
  const { signedIn } = useScope()
  if (isHydrated && !signedIn) {
    return (
      <div className={page.page}>
        {forGuests ? <div className={c.content}>{children}</div> : <SignInPrompt art={art} />}
      </div>
    )
  }
  return (
    <div className={page.page}>
      <div className={c.columns}>
        <AccountNav />
        {isHydrated ? <div className={c.content}>{children}</div> : <AccountSkeleton />}
      </div>
    </div>
  )
}

function AccountSkeleton() {
  return (
    <div className={c.content} aria-hidden>
      <Skeleton width="min(100%, 320px)" height={36} />
      <Skeleton height={220} radius={18} />
    </div>
  )
}
