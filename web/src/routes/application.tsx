import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ApplicationStatus } from '@/features/application/application-status'
import c from './-page.module.css'

export const Route = createFileRoute('/application')({ component: ApplicationPage })

function ApplicationPage() {
  const navigate = useNavigate()
  const again = (kind: 'store' | 'rider') =>
    void navigate({ to: kind === 'store' ? '/store-registration' : '/deliveryman-registration' })
  return (
    <div className={c.page}>
      <ApplicationStatus onAgain={again} />
    </div>
  )
}
