import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { patience, pause } from './result.ts'

/**
 * Asks our server again and again while a payment is open: every two seconds at first, then less often, for three
 * minutes, and not while nobody looks. Whoever comes back from the phone's prompt is answered at once, and has the
 * three minutes anew. True when it has given up; the page then says how to go on.
 */
export function useAsking(isOpen: boolean): boolean {
  const { revalidate, state } = useRevalidator()
  const [gaveUp, setGaveUp] = useState(false)
  const ask = useRef(revalidate)
  ask.current = revalidate
  const busy = useRef(false)
  busy.current = state !== 'idle'

  useEffect(() => {
    if (!isOpen) return
    let began = performance.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      const asking = performance.now() - began
      clearTimeout(timer)
      if (document.visibilityState === 'hidden') return
      if (asking > patience) return setGaveUp(true)
      timer = setTimeout(() => {
        // One question at a time: on a slow line the next waits for the answer.
        if (!busy.current && document.visibilityState !== 'hidden') void ask.current()
        again()
      }, pause(asking))
    }
    const looked = () => {
      if (document.visibilityState === 'hidden') return clearTimeout(timer)
      began = performance.now()
      setGaveUp(false)
      if (!busy.current) void ask.current()
      again()
    }
    document.addEventListener('visibilitychange', looked)
    again()
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', looked)
    }
  }, [isOpen])
  return gaveUp
}
