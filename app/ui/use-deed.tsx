import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { toast } from './toast.tsx'

/** A form that posts without leaving the page, says the answer in a toast, and puts the focus on the first field in fault. */
export function useDeed(options: { onDone?: () => void } = {}) {
  const fetcher = useFetcher<Answer>()
  const seen = useRef<Answer>(undefined)
  const onDone = useRef(options.onDone)
  onDone.current = options.onDone
  useEffect(() => {
    const answer = fetcher.data
    if (fetcher.state !== 'idle' || !answer || answer === seen.current) return
    seen.current = answer
    if (answer.says) toast(answer.says)
    if (answer.ok) onDone.current?.()
  }, [fetcher.state, fetcher.data])
  // Form is the fetcher's own: a component made here would be a new one at every render, and lose what is typed.
  return { Form: fetcher.Form, busy: fetcher.state !== 'idle', answer: fetcher.data, submit: fetcher.submit }
}
