import { notFound } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { RouteContext } from '@/app'
import { pageOptions } from '@/features/content/content-queries'
import { TextPage } from '@/features/content/text-page'
import { isPermanent } from '@/lib/requests/problems'
import { currentScope, useScope } from '@/lib/scope/scope'
import c from './-page.module.css'

/** Returns the options of a route for a text page of the town. */
export function textRoute(slug: string) {
  return {
    loader: async ({ context: { queryClient } }: { context: RouteContext }) => {
      try {
        await queryClient.ensureQueryData(pageOptions(currentScope(), slug))
      } catch (error) {
        // A page that is switched off is not found; what may pass, such as a lost connection, shows an error.
        throw isPermanent(error) ? notFound() : error
      }
    },
    component: () => <TextOf slug={slug} />,
  }
}

function TextOf({ slug }: { slug: string }) {
  const { data } = useSuspenseQuery(pageOptions(useScope(), slug))
  return (
    <div className={c.page}>
      <TextPage page={data} />
    </div>
  )
}
