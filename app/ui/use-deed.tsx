import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { fieldInFault, lastSent, useOfflineWords } from './sent-form.ts'
import { toast } from './toast.tsx'

type Options = {
  /** Called once for each deed that went well, with the form, such as to close its dialog or to empty it. */
  onDone?: (form: HTMLFormElement | undefined, answer: Answer) => void
}

/** A form that posts without leaving the page, says the answer in a toast, and puts the focus on the first field in fault. */
export function useDeed({ onDone }: Options = {}) {
  const { t } = useLingui()
  const fetcher = useFetcher<Answer>()
  const { state, data: answer } = fetcher
  const seen = useRef<Answer>(undefined)
  const form = useRef<HTMLFormElement>(undefined)
  const done = useRef(onDone)
  done.current = onDone
  useOfflineWords({
    title: t`You are offline`,
    text: t`Nothing was sent, and what you typed is still here. Please try again when you are connected.`,
    tone: 'bad',
  })
  useEffect(() => {
    if (state === 'submitting') form.current = lastSent()
  }, [state])
  useEffect(() => {
    if (state !== 'idle' || !answer || answer === seen.current) return
    seen.current = answer
    if (answer.says) toast(answer.says)
    if (answer.ok) done.current?.(form.current, answer)
    else fieldInFault(form.current, answer.errors)?.focus()
  }, [state, answer])
  // Form is the fetcher's own: a component made here would be a new one at every render, and lose what is typed.
  return { Form: fetcher.Form, busy: state !== 'idle', answer, submit: fetcher.submit }
}
