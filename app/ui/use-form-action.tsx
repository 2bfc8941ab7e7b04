import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { Answer, Said } from '#app/kit/says.ts'
import { StillForm, useReadOnly } from './read-only.tsx'
import { fieldInFault, lastSent, useLineWords } from './sent-form.ts'
import { toast } from './toast.tsx'

type Options = {
  /** Called once for each form action that succeeded, with the form, such as to close its dialog or to empty it. */
  onDone?: (form: HTMLFormElement | undefined, answer: Answer) => void
}

/** A form that posts without leaving the page, shows the answer in a toast, and puts the focus on the first field in fault. */
export function useFormAction({ onDone }: Options = {}) {
  const { t } = useLingui()
  const fetcher = useFetcher<Answer>()
  const { state, data: answer } = fetcher
  const seen = useRef<Answer>(undefined)
  const form = useRef<HTMLFormElement>(undefined)
  const done = useRef(onDone)
  done.current = onDone
  const broken = useRef<Said>(undefined)
  broken.current = {
    title: t`The connection broke`,
    text: t`What you typed is still here. Please try again.`,
    tone: 'bad',
  }
  useLineWords({
    offline: {
      title: t`You are offline`,
      text: t`Nothing was sent, and what you typed is still here. Please try again when you are connected.`,
      tone: 'bad',
    },
    broken: broken.current,
  })
  useEffect(() => {
    if (state === 'submitting') form.current = lastSent()
  }, [state])
  useSaid(state, answer, broken)
  useEffect(() => {
    if (state !== 'idle' || !answer || answer === seen.current) return
    seen.current = answer
    if (answer.ok) return done.current?.(form.current, answer)
    // A quick answer may come before anything was rendered while sending: then the ref has the form of the time before.
    fieldInFault(form.current?.isConnected ? form.current : lastSent(), answer.errors)?.focus()
  }, [state, answer])
  // Form is the fetcher's own: a component made here would be a new one at every render, and lose what is typed.
  const Form = (useReadOnly() ? StillForm : fetcher.Form) as typeof fetcher.Form
  return { Form, busy: state !== 'idle', answer, submit: fetcher.submit }
}

/**
 * Shows the result once the page has reloaded. By then the form may be gone with its subject, such as a comment that was reported:
 * then the toast is shown as the form unmounts.
 */
function useSaid(state: string, answer: Answer | undefined, broken: RefObject<Said | undefined>) {
  const heard = useRef<Answer>(undefined)
  const unsaid = useRef<Said>(undefined)
  const say = useRef(() => {})
  say.current = () => {
    if (unsaid.current) toast(unsaid.current)
    unsaid.current = undefined
  }
  useEffect(() => {
    if (state !== 'submitting' && answer && answer !== heard.current) {
      heard.current = answer
      unsaid.current = answer.unsent ? broken.current : answer.says
    }
    if (state === 'idle') say.current()
  }, [state, answer, broken])
  useEffect(() => () => say.current(), [])
}
