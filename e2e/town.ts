import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const binary = new URL('../bin/hawker', import.meta.url).pathname

/** A running demo town on a fresh data folder and a free port. */
export type Town = { url: string; data: string; stop: () => Promise<void> }

/** Starts the built binary and waits until it says where it serves. */
export async function startTown(flags: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Town> {
  const data = await mkdtemp(join(tmpdir(), 'hawker-e2e-'))
  const server = spawn(binary, ['demo', '--addr', '127.0.0.1:0', '--data', data, '--drain', '0s', '--rate-limits', 'off', ...flags], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await servingAt(server)
  const stop = async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await gone
    await rm(data, { recursive: true, force: true })
  }
  return { url, data, stop }
}

/** The address is the one line of the start-up that a program reads. */
function servingAt(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`hawker ended with ${code} before it served`)))
    createInterface({ input: server.stdout! }).on('line', (line) => {
      const found = /http:\/\/\S+/.exec(line)
      if (found) resolve(found[0])
    })
  })
}
