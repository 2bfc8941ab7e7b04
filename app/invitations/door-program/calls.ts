import type { SyncAsked, Synced } from '#app/invitations/door/event.ts'

// The three calls of a door. What comes back is an answer, or says that the server could not be reached.

type Answer<Value> = { is: 'yes'; value: Value } | { is: 'no'; status: number; words: string } | { is: 'unreached' }

/** In milliseconds: a network that takes a question and never answers is none. */
const longest = 25_000

async function post<Value>(call: string, sent: object): Promise<Answer<Value>> {
  try {
    const answer = await fetch(`/api/door/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
      credentials: 'same-origin',
      signal: AbortSignal.timeout(longest),
    })
    const value = await answer.json()
    if (answer.ok) return { is: 'yes', value }
    // A server that is not well has refused nothing.
    if (answer.status >= 500) return { is: 'unreached' }
    return { is: 'no', status: answer.status, words: String(value.error ?? '') }
  } catch {
    return { is: 'unreached' }
  }
}

const every = 5000
const slowest = 60_000
/** In milliseconds, until the next call: soon where more waits, later and later where calls fail, and never all phones at once. */
export function pauseAfter(failures: number, waits: number): number {
  const pause = waits > 0 && failures === 0 ? 200 : every * 2 ** failures
  return Math.min(slowest, pause) * (0.75 + Math.random() / 2)
}

export const askJoin = (code: string, key: string) => post<{ joined: true }>('join', { code, key })
/** A browser that is killed may lose its cookie of the last half a minute. The secret that it made lets the phone in again. */
export const joinAgain = async (made: { code: string; key: string } | null) =>
  made ? (await askJoin(made.code, made.key)).is : 'no'
export const askSync = (asked: SyncAsked) => post<Synced>('sync', asked)
export const askLeave = () => post<{ left: true }>('leave', {})
