import { createFileRoute } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getLandingPageOptions } from '@/lib/api/@tanstack/react-query.gen'
import { useScope } from '@/lib/scope'
import c from './-page.module.css'

export const Route = createFileRoute('/')({ component: Landing })

function Landing() {
  const { headers } = useScope()
  const { data } = useSuspenseQuery(getLandingPageOptions({ headers }))
  return (
    <div className={c.page}>
      <h1>{data.title}</h1>
      <p>{data.sub_title}</p>
    </div>
  )
}
