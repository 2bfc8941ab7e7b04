import { useEffect, useRef, useState } from 'react'
import { useDeed } from '#app/ui/use-deed.tsx'
import type { Kind } from './gallery.ts'
import { type Move, moved } from './order.ts'

/**
 * An order that changes at once and is sent in its own time: one move after the other, so that they arrive as they were
 * made. When one is refused, what the server has is shown again.
 */
export function useOrder(ids: string[], action: string, kind: Kind): { order: string[]; move: (move: Move) => void } {
  const { busy, submit } = useDeed()
  const [waiting, setWaiting] = useState<Move[]>([])
  const stage = useRef<'free' | 'sent' | 'under way'>('free')
  useEffect(() => {
    if (busy) {
      if (stage.current === 'sent') stage.current = 'under way'
      return
    }
    if (stage.current === 'under way') {
      stage.current = 'free'
      setWaiting(([, ...rest]) => rest)
    } else if (stage.current === 'free' && waiting[0]) {
      stage.current = 'sent'
      const { id, before } = waiting[0]
      void submit({ [kind]: id, before: before ?? '' }, { method: 'post', action })
    }
  }, [busy, waiting, submit, action, kind])
  const unsent = useRef<() => Move[]>(() => [])
  unsent.current = () => (stage.current === 'free' ? waiting : waiting.slice(1))
  useEffect(() => {
    // A person who leaves the page at once has made these moves all the same.
    const send = () => {
      for (const { id, before } of unsent.current()) {
        const body = new URLSearchParams({ [kind]: id, before: before ?? '' })
        void fetch(action, { method: 'POST', body, keepalive: true }).catch(() => {})
      }
      unsent.current = () => []
    }
    window.addEventListener('pagehide', send)
    return () => {
      window.removeEventListener('pagehide', send)
      send()
    }
  }, [action, kind])
  const order = waiting.reduce(moved, ids)
  return { order, move: (move) => setWaiting((all) => [...withoutStep(all, move), move]) }
}

/** A step further of the same one takes the place of its last step, unless that one is on its way. */
const withoutStep = (all: Move[], { id }: Move) => (all.length > 1 && all.at(-1)!.id === id ? all.slice(0, -1) : all)
