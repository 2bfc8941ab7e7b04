import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { type Around, LiveLine, type LiveMessage } from './live-line.ts'

const browser: Around = {
  open: (url) => new EventSource(url),
  now: () => performance.now(),
  random: Math.random,
  hidden: () => document.visibilityState === 'hidden',
  watch: (changed, left) => {
    document.addEventListener('visibilitychange', changed)
    window.addEventListener('pageshow', changed)
    window.addEventListener('online', changed)
    window.addEventListener('pagehide', left)
  },
}

let line: LiveLine | undefined
function theLine(): LiveLine {
  line ??= new LiveLine(browser)
  return line
}

type Options = {
  /** Takes the public summary of a topic; without it, or when there is none, the page's loaders run again. */
  onSummary?: (topic: string, summary: unknown) => void
}

/** Keeps the page fresh: when something happens on one of these topics, its loaders run again. */
export function useLive(topics: string[], { onSummary }: Options = {}): void {
  const { revalidate, state } = useRevalidator()
  const take = useRef(onSummary)
  take.current = onSummary
  const loading = useRef(state)
  loading.current = state
  /** Something happened while the loaders were running, so that they may have missed it. */
  const again = useRef(false)
  const reload = useRef(() => {})
  reload.current = () => {
    if (loading.current === 'idle') void revalidate()
    else again.current = true
  }
  const names = topics.join(' ')

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hear = ({ topic, summary, spread = 0 }: LiveMessage) => {
      if (summary !== undefined && take.current) return take.current(topic, summary)
      clearTimeout(timer)
      timer = setTimeout(() => reload.current(), Math.random() * spread)
    }
    const leave = theLine().listen(names.split(' ').filter(Boolean), hear)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [names])

  const before = useRef(state)
  useEffect(() => {
    const finished = before.current === 'loading' && state === 'idle'
    before.current = state
    if (!finished) return
    theLine().loaded()
    if (!again.current) return
    again.current = false
    reload.current()
  }, [state])
}
