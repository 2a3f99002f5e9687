import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Registration } from '@/features/application/registration'
import c from './-page.module.css'

export const Route = createFileRoute('/store-registration')({ component: StoreRegistrationPage })

/** The documented query active=active is accepted, and changes nothing: there is one form. */
function StoreRegistrationPage() {
  const navigate = useNavigate()
  return (
    <div className={c.page}>
      <Registration kind="store" onSent={(token) => void navigate({ to: '/application', hash: token })} />
    </div>
  )
}
