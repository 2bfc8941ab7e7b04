import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { pause, resultPatience } from './result.ts'

export type PaymentAsking = {
  /** True once it has given up; the page then says how to go on. */
  late: boolean
  /** The time when it gives up, by the browser's clock; undefined until a script runs. */
  until: number | undefined
}

/**
 * Asks our server again and again while a payment is open: every two seconds at first, then less often, for three
 * minutes, and not while the page is hidden. A reloaded page goes on where it was; a page shown again after the phone's
 * prompt has the three minutes once more.
 */
export function useAsking(isOpen: boolean, reference: string | null): PaymentAsking {
  const { revalidate, state } = useRevalidator()
  const [until, setUntil] = useState<number>()
  const [late, setLate] = useState(false)
  const ask = useRef(revalidate)
  ask.current = revalidate
  const busy = useRef(false)
  busy.current = state !== 'idle'

  useEffect(() => {
    if (!isOpen) return
    const name = `asking ${reference}`
    let end = keptEnd(name) ?? Date.now() + resultPatience
    const begin = () => {
      keep(name, end)
      setUntil(end)
      setLate(false)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'hidden') return
      if (Date.now() > end) return setLate(true)
      timer = setTimeout(
        () => {
          // One question at a time: on a slow line the next waits for the answer.
          if (!busy.current && document.visibilityState !== 'hidden') void ask.current()
          again()
        },
        pause(resultPatience - (end - Date.now())),
      )
    }
    const looked = () => {
      if (document.visibilityState === 'hidden') return clearTimeout(timer)
      end = Date.now() + resultPatience
      begin()
      if (!busy.current) void ask.current()
      again()
    }
    document.addEventListener('visibilitychange', looked)
    begin()
    again()
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', looked)
    }
  }, [isOpen, reference])
  return { late, until }
}

/** Returns when the page gives up, as kept before it was reloaded, if that is still to come. */
function keptEnd(name: string): number | undefined {
  try {
    const end = Number(sessionStorage.getItem(name))
    return end > Date.now() && end <= Date.now() + resultPatience ? end : undefined
  } catch {
    return undefined
  }
}

function keep(name: string, end: number): void {
  try {
    sessionStorage.setItem(name, String(end))
  } catch {
    // Without storage, a reloaded page begins again.
  }
}
