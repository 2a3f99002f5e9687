import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { SignInPrompt } from '@/components/sign-in-prompt'
import { Interest } from '@/features/interest/interest'
import { useInBrowser } from '@/lib/in-browser'
import { useScope } from '@/lib/scope'
import c from './-page.module.css'

export const Route = createFileRoute('/interest')({ component: InterestPage })

/** What a new customer likes, and one who comes to a new module (LOC-10). */
function InterestPage() {
  const inBrowser = useInBrowser()
  const { signedIn } = useScope()
  const navigate = useNavigate()
  const isGuest = inBrowser && !signedIn
  return (
    <div className={c.page}>
      {isGuest ? <SignInPrompt /> : <Interest onDone={() => void navigate({ href: '/home' })} />}
    </div>
  )
}
