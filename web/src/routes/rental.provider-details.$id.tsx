import { createFileRoute } from '@tanstack/react-router'
import { ProviderPage } from '@/features/rental/provider-page'
import { adoptRental } from './-adopt-module'
import { NotFound } from './-not-found'
import c from './-page.module.css'

export const Route = createFileRoute('/rental/provider-details/$id')({
  beforeLoad: adoptRental,
  component: ProviderRoute,
})

function ProviderRoute() {
  const { id } = Route.useParams()
  return (
    <div className={c.page}>
      <ProviderPage id={id} notFound={<NotFound />} />
    </div>
  )
}
