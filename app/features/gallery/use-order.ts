import { useEffect, useRef, useState } from 'react'
import { useDeed } from '#app/ui/use-deed.tsx'
import { type Move, moved } from './order.ts'

/**
 * An order that changes at once and is sent in its own time: one move after the other, so that they arrive as they were
 * made. When one is refused, what the server has is shown again.
 */
export function useOrder(
  ids: string[],
  action: string,
  field: string,
): { order: string[]; move: (move: Move) => void } {
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
      void submit({ [field]: id, before: before ?? '' }, { method: 'post', action })
    }
  }, [busy, waiting, submit, action, field])
  const order = waiting.reduce(moved, ids)
  return { order, move: (move) => setWaiting((all) => [...all, move]) }
}
