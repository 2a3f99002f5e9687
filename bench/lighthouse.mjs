// Measures the first pages as a phone on a slow line sees them: three runs each,
// the median counts. Writes docs/lighthouse.md.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

const root = new URL('..', import.meta.url).pathname
const runs = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`
const metrics = [
  { name: 'FCP', id: 'first-contentful-paint', write: seconds },
  { name: 'LCP', id: 'largest-contentful-paint', write: seconds },
  { name: 'SI', id: 'speed-index', write: seconds },
  { name: 'TBT', id: 'total-blocking-time', write: (ms) => `${Math.round(ms)} ms` },
  { name: 'CLS', id: 'cumulative-layout-shift', write: (score) => score.toFixed(3) },
]

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

async function startTown(data) {
  const server = spawn(process.env.HAWKER_BINARY ?? join(root, 'bin/hawker'), ['demo', '--addr', '127.0.0.1:0', '--data', data, '--rate-limits', 'off', '--drain', '0s'])
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (url) return { server, url }
  }
  throw new Error('the town did not start')
}

async function measure(url, port) {
  const results = []
  for (let run = 0; results.length < runs; run++) {
    const { lhr } = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: categories })
    // On a machine that is busy a trace may lack a figure: such a run says nothing.
    if (metrics.every(({ id }) => Number.isFinite(lhr.audits[id].numericValue))) results.push(lhr)
    else if (run > 2 * runs) throw new Error(`${url} could not be measured: ${lhr.runtimeError?.message ?? 'figures are missing'}`)
  }
  const failed = new Set(
    results.flatMap((lhr) =>
      categories
        .filter((name) => name !== 'performance')
        .flatMap((name) => lhr.categories[name].auditRefs)
        .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1)
        .map(({ id }) => id),
    ),
  )
  return {
    scores: categories.map((name) => Math.round(100 * median(results.map((lhr) => lhr.categories[name].score)))),
    metrics: metrics.map(({ id, write }) => write(median(results.map((lhr) => lhr.audits[id].numericValue)))),
    failed: [...failed],
  }
}

const data = await mkdtemp(join(tmpdir(), 'hawker-lighthouse-'))
const { server, url } = await startTown(data)
const chrome = await launch({
  chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
try {
  const { stores } = await (await fetch(`${url}/api/v1/stores/popular?limit=1`, { headers: { moduleId: '10' } })).json()
  const rows = []
  for (const path of ['/', '/home', `/store/${stores[0].slug}`]) {
    const { scores, metrics: measured, failed } = await measure(url + path, chrome.port)
    rows.push(`| ${[path, ...scores, ...measured].join(' | ')} |`)
    console.log(path, ...scores, ...measured, ...failed)
  }
  const load = loadavg().map((n) => n.toFixed(1)).join(' ')
  await writeFile(
    join(root, 'docs/lighthouse.md'),
    `# Lighthouse\n\nWritten by \`make bench\` on ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC: mobile, the median of ${runs} runs, load ${load}.\n\n` +
      `| Page | Performance | Accessibility | Best practices | SEO | ${metrics.map(({ name }) => name).join(' | ')} |\n` +
      `|---|${'---:|'.repeat(categories.length + metrics.length)}\n${rows.join('\n')}\n`,
  )
} finally {
  chrome.kill()
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  await rm(data, { recursive: true, force: true })
}
