import { useEffect, useRef, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { leaveFor } from '#app/ui/use-dialog-entry.ts'

/** Milliseconds after which leaving is taken to have failed, and the form can be sent again: the same form leads to the same payment. */
const patience = 20_000

/**
 * Goes to where the answer leads, as soon as it is there, and returns whether the page is being left. A page that the
 * browser had put aside and shows again is not being left any more.
 */
export function useLeaving(answer: Answer | undefined, onLeave?: (url: string) => void): boolean {
  const [leaving, setLeaving] = useState(false)
  const left = useRef(onLeave)
  left.current = onLeave
  useEffect(() => {
    const url = answer?.ok ? answer.gave?.url : undefined
    if (!url) return
    setLeaving(true)
    left.current?.(String(url))
    leaveFor(String(url))
    const stay = () => setLeaving(false)
    const timer = setTimeout(stay, patience)
    window.addEventListener('pageshow', stay)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', stay)
    }
  }, [answer])
  return leaving
}
