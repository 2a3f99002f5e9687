import { createFileRoute } from '@tanstack/react-router'
import { textRoute } from './-text-route'

export const Route = createFileRoute('/terms-and-conditions')(textRoute('terms-and-conditions'))
