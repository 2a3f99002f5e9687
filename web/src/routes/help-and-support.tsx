import { createFileRoute } from '@tanstack/react-router'
import type { RouteContext } from '@/app'
import { pageOptions } from '@/features/content/content-queries'
import { Support } from '@/features/content/support'
import { isNotFound } from '@/lib/requests/problems'
import { currentScope } from '@/lib/scope/scope'
import c from './-page.module.css'

const slug = 'help-and-support'

// A town may have contacts but no text about them.
export const Route = createFileRoute('/help-and-support')({
  loader: async ({ context: { queryClient } }: { context: RouteContext }) => {
    try {
      await queryClient.ensureQueryData(pageOptions(currentScope(), slug))
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  },
  component: () => (
    <div className={c.page}>
      <Support slug={slug} />
    </div>
  ),
})
