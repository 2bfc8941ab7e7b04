import { useEffect, useRef } from 'react'
import { useFetchers, useNavigation, useRevalidator } from 'react-router'
import { inBrowser, LiveLine, type LiveMessage } from './live-line.ts'
import { handover, takeOver } from './static-page.ts'

let line: LiveLine | undefined
function theLine(): LiveLine {
  // The unhydrated page has a connection already, over which nothing was missed.
  line ??= handover()?.line ?? new LiveLine(inBrowser)
  return line
}

/** Milliseconds until React has rendered that a form is being sent. */
const drawing = 500
let sentAt = Number.NEGATIVE_INFINITY
if (typeof document !== 'undefined')
  document.addEventListener('submit', () => (sentAt = performance.now()), { capture: true })

type Options = {
  /**
   * Takes the public summary of a topic; without a callback, or when there is no summary, the page's loaders run again. A result of
   * true runs them, too: then the summary says that something else changed.
   */
  onSummary?: (topic: string, summary: unknown) => boolean
}

/**
 * Keeps the page fresh: a message on one of these topics runs its loaders again. Never while a form of the page is being sent: its
 * answer may bring a new session, and a request with the old one would sign the person out.
 */
export function useLive(topics: string[], { onSummary }: Options = {}): void {
  const { revalidate, state } = useRevalidator()
  const take = useRef(onSummary)
  take.current = onSummary
  const free = useIsFree() && state === 'idle'
  const canLoad = useRef(free)
  canLoad.current = free
  /** True if a message came while the loaders were running or a form was being sent, so that they may have missed it. */
  const again = useRef(false)
  const reload = useRef(() => {})
  reload.current = () => {
    // A page that began to load after a form was sent would lose the redirect that the form's answer brings.
    if (!canLoad.current) again.current = true
    else if (performance.now() - sentAt < drawing) setTimeout(() => reload.current(), drawing)
    else void revalidate()
  }
  const names = topics.join(' ')

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hear = ({ topic, summary, spread = 0 }: LiveMessage) => {
      const told = summary !== undefined && take.current
      if (told && !take.current?.(topic, summary)) return
      clearTimeout(timer)
      // Thousands may have got the same message.
      timer = setTimeout(() => reload.current(), Math.random() * (told ? 500 : spread))
    }
    const leave = theLine().listen(names.split(' ').filter(Boolean), hear)
    const heard = takeOver(names)
    if (heard) hear(heard)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [names])

  const before = useRef(state)
  useEffect(() => {
    const finished = before.current === 'loading' && state === 'idle'
    before.current = state
    if (finished) theLine().loaded()
    if (!free || !again.current) return
    again.current = false
    reload.current()
  }, [state, free])
}

/** Returns true while the page does not navigate and none of its forms is being sent. */
function useIsFree(): boolean {
  const going = useNavigation().state !== 'idle'
  const sending = useFetchers().some((fetcher) => fetcher.state !== 'idle')
  return !going && !sending
}
