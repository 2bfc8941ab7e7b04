import { useState } from 'react'
import type { Answer } from '#app/kit/says.ts'

/**
 * The key by which the server knows a form that is sent again. Every loading of the page brings another: the form keeps the
 * first, as nobody knows whether a try without an answer arrived. An answer may give a new one.
 */
export function useFormKey(fresh: string, answer: Answer | undefined): string {
  const [key, setKey] = useState(answer?.typed?.key ?? fresh)
  const [heard, setHeard] = useState(answer)
  if (answer === heard) return key
  setHeard(answer)
  if (answer?.typed?.key) setKey(answer.typed.key)
  return answer?.typed?.key ?? key
}
