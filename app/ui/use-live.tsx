import { useEffect, useRef } from 'react'
import { useFetchers, useNavigation, useRevalidator } from 'react-router'
import { inBrowser, LiveLine, type LiveMessage } from './live-line.ts'
import { slept, takeOver } from './slept.ts'

let line: LiveLine | undefined
function theLine(): LiveLine {
  // A page that slept has one already, over which nothing was missed.
  line ??= slept()?.line ?? new LiveLine(inBrowser)
  return line
}

/** Until React has drawn that a form is on its way, this many milliseconds. */
const drawing = 500
let sentAt = Number.NEGATIVE_INFINITY
if (typeof document !== 'undefined')
  document.addEventListener('submit', () => (sentAt = performance.now()), { capture: true })

type Options = {
  /**
   * Takes the public summary of a topic; without it, or when there is none, the page's loaders run again. They do, too,
   * when it answers true: then the summary tells that something else changed, which the page has to ask for.
   */
  onSummary?: (topic: string, summary: unknown) => boolean
}

/**
 * Keeps the page fresh: when something happens on one of these topics, its loaders run again. Never while a form of the
 * page is on its way: its answer may bring a new session, and the person who asks with the old one would be signed out.
 */
export function useLive(topics: string[], { onSummary }: Options = {}): void {
  const { revalidate, state } = useRevalidator()
  const take = useRef(onSummary)
  take.current = onSummary
  const free = useIsFree() && state === 'idle'
  const canLoad = useRef(free)
  canLoad.current = free
  /** Something happened while the loaders were running or a form was on its way, so that they may have missed it. */
  const again = useRef(false)
  const reload = useRef(() => {})
  reload.current = () => {
    // A page that began to load after a form was sent would lose the way on that the form's answer brings.
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
      // Thousands may have heard the same.
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

/** True while the page goes nowhere and none of its forms is on its way. */
function useIsFree(): boolean {
  const going = useNavigation().state !== 'idle'
  const sending = useFetchers().some((fetcher) => fetcher.state !== 'idle')
  return !going && !sending
}
