// Writes the first views for the server, and the list of files that the service worker
// caches for offline use.
import { writeFileSync } from 'node:fs'
import { firstViews } from './first-views'
import { offlineFiles } from './offline-files'

writeFileSync('dist/first-views.json', JSON.stringify(await firstViews()))
writeFileSync('dist/offline-files.js', offlineFiles())
// Pending queries would keep the process running.
process.exit()
