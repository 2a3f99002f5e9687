// Collects the licences of all that is shipped (npm run licences): web/public/third-party.txt.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { document, goModules, kept, npmPackages } from './licences.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sections = { 'art and fonts': kept(root), 'npm packages': npmPackages(root), 'Go modules': goModules(root) }
writeFileSync(new URL('../public/third-party.txt', import.meta.url), document(sections))
