import { useSyncExternalStore } from 'react'
import { read, write } from '@/lib/scope/local-storage'

/** blocked: it is switched on, but the browser plays no sound before a tap or a key on the page. */
export type BellState = 'off' | 'blocked' | 'on'

const listeners = new Set<() => void>()
let context: AudioContext | undefined

const isWanted = () => read('desk_sound') === 'on'
const state = (): BellState => (!isWanted() ? 'off' : context?.state === 'running' ? 'on' : 'blocked')
const notify = () => listeners.forEach((listener) => listener())

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    // Browsers need one tap or key; which one does not matter.
    addEventListener('pointerdown', unblock)
    addEventListener('keydown', unblock)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('pointerdown', unblock)
    removeEventListener('keydown', unblock)
  }
}

function unblock() {
  if (state() === 'blocked') void start()
}

/** Resolves once the browser has allowed or refused sound. */
async function start() {
  try {
    context ??= new AudioContext()
    context.onstatechange = notify
    await context.resume()
  } catch {
    // This browser has no sound: the switch stays where it is.
  }
  notify()
}

/** Turns the sound on for this device, and rings once. Browsers allow it only while a tap or a key is handled. */
export async function turnOn() {
  write({ desk_sound: 'on' })
  await start()
  ring()
}

/** Turns the sound off for this device. */
export function turnOff() {
  write({ desk_sound: null })
  notify()
}

export const useBellState = () => useSyncExternalStore(subscribe, state)

/** The two tones of a door bell: when they begin, in seconds, and their frequency. */
const tones = [
  { from: 0, hertz: 880 },
  { from: 0.22, hertz: 660 },
]
const toneSeconds = 0.35

/** Rings twice, unless the sound is off or blocked. */
export function ring() {
  if (state() !== 'on' || !context) return
  for (const { from, hertz } of tones) {
    const at = context.currentTime + from
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0.4, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + toneSeconds)
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + toneSeconds)
  }
}
