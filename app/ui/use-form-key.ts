import { useState } from 'react'
import type { Answer } from '#app/kit/says.ts'

/**
 * Returns the key by which the server recognises a form that is sent again. Every load of the page brings another: the form keeps the
 * first, as nobody knows whether a try without an answer arrived. An answer may give a new one, as when the action is done and the
 * form stays for the next.
 */
export function useFormKey(fresh: string, answer: Answer | undefined): string {
  const [key, setKey] = useState(keyIn(answer) ?? fresh)
  const [heard, setHeard] = useState(answer)
  if (answer === heard) return key
  setHeard(answer)
  const given = keyIn(answer)
  if (given) setKey(given)
  return given ?? key
}

const keyIn = (answer: Answer | undefined) =>
  answer?.typed?.key ?? (answer?.gave?.key ? String(answer.gave.key) : undefined)
