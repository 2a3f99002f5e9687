import { createFileRoute } from '@tanstack/react-router'
import { Contacts } from '@/features/content/contacts'
import { textRoute } from './-text-route'

export const Route = createFileRoute('/help-and-support')(textRoute('help-and-support', <Contacts />))
