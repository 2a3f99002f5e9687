import { createFileRoute } from '@tanstack/react-router'
import { NewsletterLink } from '@/features/content/newsletter-link'
import c from './-page.module.css'

export const Route = createFileRoute('/newsletter')({ component: NewsletterPage })

/**
 * The page for the links in newsletter mails. Their token is behind the #, so it is not sent to the
 * server with the page.
 */
function NewsletterPage() {
  return (
    <div className={c.page}>
      <NewsletterLink />
    </div>
  )
}
