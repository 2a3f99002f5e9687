import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { leftBehind } from './left-behind.ts'

/** The colours of a terminal. */
const colours = /\u001b\[\d+m/g

/** Lists each failure once more at the very end, in few lines: of a long run often only the end is kept. */
export default class Failures implements Reporter {
  private readonly failed: string[] = []

  onTestEnd(test: TestCase, { status, duration, errors, attachments }: TestResult) {
    if (status === 'passed' || status === 'skipped') return
    const reasons = errors.map(({ message = '' }) => message.replace(colours, '').split('\n').filter(Boolean).slice(0, 12).join('\n    '))
    const left = attachments.filter(({ name }) => name === leftBehind).map(({ body }) => String(body).replaceAll('\n', '\n    '))
    this.failed.push([`${test.title} (${status} after ${Math.round(duration / 1000)} s)`, ...reasons, ...left].join('\n    '))
  }

  onEnd() {
    if (this.failed.length > 0) console.log(`\nWhy these failed:\n${this.failed.join('\n')}`)
  }
}
