import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useCallback, useEffect, useRef } from 'react'
import { useFetchers, useNavigation, useRevalidator } from 'react-router'
import type { Says } from '#app/kit/says.ts'
import { toast } from '#app/ui/toast.tsx'
import { checkEvery, checkSession } from './session-check.ts'
import { usePerson } from './use-person.ts'

/** The one thing about people that may have to be said on any page: the session is over. */
const signedOut = {
  title: msg`You have been signed out`,
  text: msg`Please sign in again to continue.`,
} satisfies Says

const channelName = 'harambee-session'

/** Stands at the root. Keeps the session of the person who is signed in, and notices in every open page when it ends. */
export function SessionKeeper() {
  const id = usePerson()?.id
  const { revalidate } = useRevalidator()
  const checking = useRef(false)

  const check = useCallback(async () => {
    if (checking.current) return
    checking.current = true
    const standing = await checkSession()
    checking.current = false
    // Private pages leave to /auth by their guard, the others show the signed-out bar.
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

/** The page may learn of the end by its live line before the form that asked for it has its answer, or after. */
const justSent = 5000
/** The deeds that end the session of the person who does them. */
const endings = /^\/(sign-out|settings\/(sign-out-everywhere|delete-account))\b/

/** Says that the session ended, however this page learnt it, unless a form that was sent from here ended it. */
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

/** Tells the other tabs when the person of this one is no longer signed in. */
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
