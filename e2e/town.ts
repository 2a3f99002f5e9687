import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

/** The binary under test; another build is named by HAWKER_BINARY. */
export const binary = process.env['HAWKER_BINARY'] ?? new URL('../bin/hawker', import.meta.url).pathname

/** A running demo town on a fresh data folder and a free port. */
export type Town = {
  url: string
  data: string
  pid: number
  /** Ends the program. */
  end: () => Promise<void>
  /** Ends it, and removes the data folder. */
  stop: () => Promise<void>
}

/** How many times as fast as people the staff are: an order is at the door within seven seconds. */
const pace = 30

/** Switches push on (`hawker keys`). No test reaches a push service. */
const push = ['--vapid-key', 'K8FH6MzjeyB8iGCGz5LfLiKHtXVBx5MK2AXTPXllFsQ', '--vapid-contact', 'mailto:e2e@town.example']

/** Names the data folder of a filled town, which new towns on SQLite copy; without it each fills its own. */
const filled = 'HAWKER_FILLED_TOWN'

/** Fills the town that the others copy. Returns what removes it. */
export async function fillTown(): Promise<() => Promise<void>> {
  const town = await startTown(['--staff', 'off'])
  await town.end()
  process.env[filled] = town.data
  return () => rm(town.data, { recursive: true })
}

/** Starts the built binary, through another command where one is named, and waits until it says where it serves. */
export async function startTown(flags: string[] = [], env: NodeJS.ProcessEnv = {}, through: string[] = []): Promise<Town> {
  const data = await mkdtemp(join(tmpdir(), 'hawker-e2e-'))
  const from = process.env[filled]
  if (from && through.length === 0 && !flags.includes('--database-url')) await cp(from, data, { recursive: true })
  const fixed = ['--addr', '127.0.0.1:0', '--data', data, '--drain', '0s', '--rate-limits', 'off', '--pace', String(pace), ...push]
  const [command = binary, ...args] = [...through, binary, 'demo', ...fixed, ...flags]
  const server = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await firstURL(server)
  const end = () => stopProcess(server)
  const stop = async () => {
    await end()
    await rm(data, { recursive: true, force: true })
  }
  return { url, data, pid: server.pid!, end, stop }
}

/** A throw-away PostgreSQL, gone with whoever started it. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = spawn('go', ['run', './internal/db/dbtest/pgserver'], {
    cwd: new URL('..', import.meta.url),
    // As make sets them: otherwise every package is compiled once more, which can take longer than a test may.
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-trimpath' },
    // It ends when its input does, so that it cannot be left behind.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return {
    url: await firstURL(server),
    stop: async () => {
      const exited = new Promise((resolve) => server.once('exit', resolve))
      server.stdin?.end()
      await exited
    },
  }
}

async function stopProcess(server: ChildProcess) {
  if (server.exitCode !== null) return
  const exited = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await exited
}

/** The address is the one line of the start-up that a program reads. */
function firstURL(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`it ended with ${code} before it served`)))
    createInterface({ input: server.stdout! }).on('line', (line) => {
      const found = /(http|postgres|postgresql):\/\/\S+/.exec(line)
      if (found) resolve(found[0])
    })
  })
}

/**
 * Changes a running town as its owner does: exported, edited and imported. Only the named files are
 * imported, because a whole town takes half a minute.
 */
export async function editTown(town: Town, files: string[], edit: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'hawker-town-'))
  const run = (command: string) => promisify(execFile)(binary, [command, '--data', town.data, folder])
  await run('export')
  for (const name of await readdir(folder)) {
    if (!files.includes(name)) await rm(join(folder, name), { recursive: true })
  }
  await edit(folder)
  await run('import')
  await rm(folder, { recursive: true })
}

/** Writes the zones of a running town again; `timeZone` says each one's. */
export const setTimeZones = (town: Town, timeZone: (slug: string) => string) =>
  editTown(town, ['town.json', 'modules.jsonl', 'zones.jsonl'], async (folder) => {
    const zones = join(folder, 'zones.jsonl')
    const lines = (await readFile(zones, 'utf8')).trim().split('\n')
    const written = lines.map((line) => JSON.parse(line) as { slug: string })
    await writeFile(zones, written.map((zone) => JSON.stringify({ ...zone, time_zone: timeZone(zone.slug) })).join('\n'))
  })
