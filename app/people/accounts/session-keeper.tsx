import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useCallback, useEffect, useRef } from 'react'
import { useFetchers, useNavigation, useRevalidator } from 'react-router'
import type { Says } from '#app/kit/says.ts'
import { toast } from '#app/ui/toast.tsx'
import { usePerson } from './use-person.ts'

/** The only account notice that any page may show: the session is over. */
const signedOut = {
  title: msg`You have been signed out`,
  text: msg`Please sign in again to continue.`,
} satisfies Says

const channelName = 'harambee-session'

/** Mounted at the root. Keeps the signed-in person's session, and notices in every open page when it ends. */
export function SessionKeeper() {
  const id = usePerson()?.id
  const { revalidate } = useRevalidator()
  const checking = useRef(false)

  const check = useCallback(async () => {
    if (checking.current) return
    checking.current = true
    const standing = await checkSession()
    checking.current = false
    // Private pages redirect to /auth by their guard, the others show the signed-out bar.
    if (standing === 'over') await revalidate()
  }, [revalidate])

  useEffect(() => {
    if (!id) return
    const look = () => void (document.visibilityState === 'visible' && check())
    const clock = setInterval(look, checkEvery)
    document.addEventListener('visibilitychange', look)
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }) => void (data === id && check())
    return () => {
      clearInterval(clock)
      document.removeEventListener('visibilitychange', look)
      channel.close()
    }
  }, [id, check])

  useTellOthers(id)
  useSayThatItEnded(id)
  return null
}

/** The page may be notified of the end before the form that asked for it has its answer, or after. */
const justSent = 5000
/** The form actions that end the caller's own session. */
const endings = /^\/(sign-out|settings\/(sign-out-everywhere|delete-account))\b/

/** Says that the session ended, however this page learnt it, unless a form sent from here ended it. */
function useSayThatItEnded(id: string | undefined) {
  const { i18n } = useLingui()
  const sending = [useNavigation(), ...useFetchers()].some(({ formAction }) => formAction && endings.test(formAction))
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  const before = useRef(id)
  useEffect(() => {
    if (!sending) return
    sentAt.current = Number.POSITIVE_INFINITY
    return () => {
      sentAt.current = performance.now()
    }
  }, [sending])
  useEffect(() => {
    if (before.current && !id && performance.now() - sentAt.current > justSent) {
      const { title, text } = signedOut
      toast({ title: i18n._(title), text: i18n._(text), tone: 'bad' })
    }
    before.current = id
  }, [i18n, id])
}

/** Notifies the other tabs when this tab's person is no longer signed in. */
function useTellOthers(id: string | undefined) {
  const before = useRef(id)
  useEffect(() => {
    if (before.current && before.current !== id) {
      const channel = new BroadcastChannel(channelName)
      channel.postMessage(before.current)
      channel.close()
    }
    before.current = id
  }, [id])
}

// The browser's part of staying signed in: it checks every 30 seconds, and renews when the end is near.

const checkEvery = 30_000
const renewAt = 90
const patience = 30_000
const firstPause = 200
/** Statuses that say nothing of the session: a proxy in between is in trouble. */
const passing = [502, 503, 504]

/** 'unknown': the server could not be reached, so nothing has changed. */
type Standing = 'on' | 'over' | 'unknown'
type World = { ask: typeof fetch; pause: (ms: number) => Promise<unknown>; now: () => number }

const browser = (): World => ({
  ask: (...call) => fetch(...call),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: Date.now,
})

/** Checks whether the session is alive, and renews it when 90 seconds or less are left. */
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

/** Asks the server; retries after 200 ms × 2^n while it can't be reached, for 30 seconds in all. */
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
