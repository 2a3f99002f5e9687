// What the build leaves beside the storefront's own files: what the server draws
// pages from, and what a browser keeps for when there is no network.
import { writeFileSync } from 'node:fs'
import { firstViews } from './first-views'
import { offlineFiles } from './offline-files'

writeFileSync('dist/first-views.json', JSON.stringify(await firstViews()))
writeFileSync('dist/offline-files.js', offlineFiles())
// Queries that wait for an answer would keep the process.
process.exit()
