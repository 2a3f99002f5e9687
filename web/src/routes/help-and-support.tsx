import { createFileRoute } from '@tanstack/react-router'
import { Contacts } from '@/features/content/contacts'
import { TextOf, textRoute } from './-text-route'

const slug = 'help-and-support'

// Its component is written here, so that it becomes a file of its own: no other page has the contacts.
export const Route = createFileRoute('/help-and-support')({
  loader: textRoute(slug).loader,
  component: () => <TextOf slug={slug} below={<Contacts />} />,
})
