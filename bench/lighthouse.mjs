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
const metrics = { LCP: 'largest-contentful-paint', TBT: 'total-blocking-time', CLS: 'cumulative-layout-shift' }

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

async function startTown(data) {
  const server = spawn(join(root, 'bin/hawker'), ['demo', '--addr', '127.0.0.1:0', '--data', data, '--rate-limits', 'off', '--drain', '0s'])
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (url) return { server, url }
  }
  throw new Error('the town did not start')
}

async function measure(url, port) {
  const results = []
  for (let run = 0; run < runs; run++) {
    const { lhr } = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: categories })
    results.push(lhr)
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
    metrics: Object.values(metrics).map((id) => median(results.map((lhr) => lhr.audits[id].numericValue))),
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
    const { scores, metrics: [lcp, tbt, cls], failed } = await measure(url + path, chrome.port)
    rows.push(`| ${path} | ${scores.join(' | ')} | ${(lcp / 1000).toFixed(2)} s | ${Math.round(tbt)} ms | ${cls.toFixed(3)} |`)
    console.log(path, scores.join(' '), failed.join(' '))
  }
  const load = loadavg().map((n) => n.toFixed(1)).join(' ')
  await writeFile(
    join(root, 'docs/lighthouse.md'),
    `# Lighthouse\n\nWritten by \`make bench\` on ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC: mobile, the median of ${runs} runs, load ${load}.\n\n` +
      `| Page | Performance | Accessibility | Best practices | SEO | LCP | TBT | CLS |\n|---|---:|---:|---:|---:|---:|---:|---:|\n${rows.join('\n')}\n`,
  )
} finally {
  chrome.kill()
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  await rm(data, { recursive: true, force: true })
}
