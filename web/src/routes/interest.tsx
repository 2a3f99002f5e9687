import { createFileRoute, Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SignInPrompt } from '@/features/account/sign-in-prompt'
import { Interest } from '@/features/interest/interest'
import { skippedModules } from '@/features/interest/skipped'
import { useHydrated } from '@/lib/page/use-hydrated'
import { useScope } from '@/lib/scope/scope'
import { useModuleId } from '@/lib/scope/shop'
import c from './-page.module.css'

export const Route = createFileRoute('/interest')({ component: InterestPage })

/** The choice of interests, for new customers and for a new module (LOC-10). */
function InterestPage() {
  const isHydrated = useHydrated()
  const { signedIn } = useScope()
  const navigate = useNavigate()
  const isGuest = isHydrated && !signedIn
  // A customer who skipped the choice in this module is not asked again.
  const moduleId = useModuleId()
  const [isSkipped] = useState(() => skippedModules().includes(moduleId))
  if (isHydrated && isSkipped) return <Navigate to="/home" replace />
  return (
    <div className={c.page}>
      {isGuest ? <SignInPrompt /> : <Interest onDone={() => void navigate({ to: '/home' })} />}
    </div>
  )
}
