import { useEffect, useRef } from 'react'
import { claimDraft, claimedEvery, type Draft, dropDraft, keepDraft } from './draft.ts'

/**
 * Keeps what is being written a moment after each change, and at once when the page is left or hidden. `taken` is the
 * draft of a tab that is gone, which this one goes on with.
 */
export function useDraft(driveId: string, taken: string | undefined) {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; draft: () => Draft }>(undefined)
  const flush = useRef(() => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    keepDraft(driveId, waiting.current.draft())
    waiting.current = undefined
  })
  useEffect(() => {
    const now = flush.current
    const leave = () => {
      now()
      claimDraft(driveId, 0)
    }
    const claiming = setInterval(() => claimDraft(driveId, Date.now()), claimedEvery)
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', now)
    return () => {
      clearInterval(claiming)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', now)
      leave()
    }
  }, [driveId])
  /** The draft is asked for when it is kept: to write down a long text costs more than a key press may. */
  const keep = (draft: () => Draft) => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = { timer: setTimeout(flush.current, 400), draft }
  }
  const drop = () => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = undefined
    dropDraft(driveId)
    if (taken) dropDraft(driveId, taken)
  }
  return { keep, drop }
}
