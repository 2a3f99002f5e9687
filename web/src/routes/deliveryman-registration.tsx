import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Registration } from '@/features/application/registration'
import c from './-page.module.css'

export const Route = createFileRoute('/deliveryman-registration')({ component: RiderRegistrationPage })

function RiderRegistrationPage() {
  const navigate = useNavigate()
  return (
    <div className={c.page}>
      <Registration kind="rider" onSent={(token) => void navigate({ to: '/application', hash: token })} />
    </div>
  )
}
