import { createFileRoute } from '@tanstack/react-router'
import { textRoute } from './-text-route'

export const Route = createFileRoute('/refund-policy')(textRoute('refund-policy'))
