import { createFileRoute } from '@tanstack/react-router'
import { NewsletterLink } from '@/features/content/newsletter-link'
import c from './-page.module.css'

export const Route = createFileRoute('/newsletter')({ component: NewsletterPage })

/** Where the links of the newsletter's mail lead. Their token stands behind the #: it is sent to no server with the page. */
function NewsletterPage() {
  return (
    <div className={c.page}>
      <NewsletterLink />
    </div>
  )
}
