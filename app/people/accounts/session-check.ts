// What the browser does to stay signed in: it asks every 30 seconds, and renews when the end is near.

export const checkEvery = 30_000
const renewAt = 90
const patience = 30_000
const firstPause = 200
/** Answers that say nothing of the session: a person between us is in trouble. */
const passing = [502, 503, 504]

/** 'unknown': nobody could be asked, so nothing has changed. */
export type Standing = 'on' | 'over' | 'unknown'
type World = { ask: typeof fetch; pause: (ms: number) => Promise<unknown>; now: () => number }

const browser = (): World => ({
  ask: (...call) => fetch(...call),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: Date.now,
})

/** Asks whether the session still stands, and renews it when 90 seconds or less are left. */
export async function checkSession(world: World = browser()): Promise<Standing> {
  const left = await secondsLeft(world, () => world.ask('/session', { headers: { accept: 'application/json' } }))
  if (left === undefined) return 'unknown'
  if (left === null) return 'over'
  if (left > renewAt) return 'on'
  const renewed = await secondsLeft(world, () =>
    world.ask('/session', { method: 'POST', body: new URLSearchParams({ renew: '1' }) }),
  )
  if (renewed === undefined) return 'unknown'
  return renewed === null ? 'over' : 'on'
}

/** What the server says; asked again after 200 ms × 2^n while it can't be reached, for 30 seconds in all. */
async function secondsLeft(world: World, ask: () => Promise<Response>): Promise<number | null | undefined> {
  const end = world.now() + patience
  for (let tries = 0; ; tries++) {
    const answer = await ask().catch(() => undefined)
    if (answer && !passing.includes(answer.status)) return read(answer)
    const wait = firstPause * 2 ** tries
    if (world.now() + wait > end) return undefined
    await world.pause(wait)
  }
}

async function read(answer: Response): Promise<number | null | undefined> {
  if (!answer.ok && answer.status !== 401) return undefined
  const state = (await answer.json().catch(() => undefined)) as { expiresIn?: number | null } | undefined
  return state?.expiresIn
}
