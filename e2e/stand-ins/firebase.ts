import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'

const home = new URL('firebase/', import.meta.url)
const project = 'demo-hawker'

export type Firebase = {
  url: string
  /** What starts a town whose phones are verified here. Nothing real may stand beside it. */
  env: Record<string, string>
  /** The newest code that was sent to a phone; waits for it. */
  code: (phone: string) => Promise<string>
  stop: () => Promise<void>
}

/** The real Firebase Auth emulator. It takes some seconds to start, and ends with this process. */
export async function startFirebase(): Promise<Firebase> {
  if (!existsSync(new URL('node_modules/firebase-tools', home))) {
    throw new Error('the Firebase emulator is not installed: make e2e/stand-ins/firebase/node_modules/.installed')
  }
  const emulator = spawn('node', ['emulator.mjs', project], { cwd: home, stdio: ['pipe', 'pipe', 'inherit'] })
  const gone = new Promise<void>((resolve) => emulator.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: emulator.stdout }).once('line', resolve)
    void gone.then(() => reject(new Error('the Firebase emulator ended before it served')))
  })
  return {
    url,
    env: {
      HAWKER_FIREBASE_API_KEY: 'any',
      HAWKER_FIREBASE_PROJECT_ID: project,
      HAWKER_FIREBASE_EMULATOR_HOST: new URL(url).host,
    },
    code: (phone) => newest(url, phone),
    stop: () => {
      emulator.stdin.end()
      return gone
    },
  }
}

type Noted = { verificationCodes?: { phoneNumber: string; code: string }[] }

/** The emulator sends no SMS, it notes them. */
async function newest(url: string, phone: string): Promise<string> {
  for (
    const until = Date.now() + 20_000;
    Date.now() < until;
    await new Promise((resolve) => setTimeout(resolve, 100))
  ) {
    const answer = await fetch(`${url}/emulator/v1/projects/${project}/verificationCodes`)
    const { verificationCodes = [] } = (await answer.json()) as Noted
    const sent = verificationCodes.filter(({ phoneNumber }) => phoneNumber === phone).at(-1)
    if (sent) return sent.code
  }
  throw new Error(`Firebase sent no code to ${phone} within 20 s`)
}
