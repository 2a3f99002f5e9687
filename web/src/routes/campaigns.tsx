import { createFileRoute } from '@tanstack/react-router'
import { Campaigns } from '@/features/offer/campaigns'
import c from './-page.module.css'

export const Route = createFileRoute('/campaigns')({
  component: () => (
    <div className={c.page}>
      <Campaigns />
    </div>
  ),
})
