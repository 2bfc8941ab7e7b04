import { useEffect, useRef } from 'react'
import { type Draft, dropDraft, keepDraft } from './draft.ts'

/** Keeps what is being written a moment after each change, and at once when the page is left or hidden. */
export function useDraft(driveId: string) {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; draft: () => Draft }>(undefined)
  const flush = useRef(() => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    keepDraft(driveId, waiting.current.draft())
    waiting.current = undefined
  })
  useEffect(() => {
    const now = flush.current
    window.addEventListener('pagehide', now)
    document.addEventListener('visibilitychange', now)
    return () => {
      window.removeEventListener('pagehide', now)
      document.removeEventListener('visibilitychange', now)
      now()
    }
  }, [])
  /** The draft is asked for when it is kept: to write down a long text costs more than a key press may. */
  const keep = (draft: () => Draft) => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = { timer: setTimeout(flush.current, 400), draft }
  }
  const drop = () => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = undefined
    dropDraft(driveId)
  }
  return { keep, drop }
}
