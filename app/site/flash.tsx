import { useEffect, useRef } from 'react'
import type { Answer, Said } from '#app/kit/says.ts'
import { holdTyped } from '#app/ui/left-form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** The answer of the last form action, after its redirect: a toast, or a notice at the top of the page without JavaScript. */
export function Flash({ answer, kept = false }: { answer: Answer | null; kept?: boolean }) {
  const shown = useRef<Answer>(null)
  const said = answer && wordsOf(answer)
  const hydrated = useHydrated()
  // This page has the form that waited while its person signed in.
  useEffect(() => {
    if (kept) holdTyped()
  }, [kept])
  useEffect(() => {
    if (!answer || !said || shown.current === answer) return
    shown.current = answer
    toast(said)
  }, [answer, said])
  // With JavaScript the toast says it; a second, hidden copy would only be in the way.
  if (!said || hydrated) return null
  return (
    <div className="without-script column py-3">
      <Notice tone={said.tone === 'bad' ? 'stop' : 'gain'} title={said.title}>
        {said.text}
      </Notice>
    </div>
  )
}

function wordsOf({ says, errors }: Answer): Said | undefined {
  const first = Object.values(errors ?? {})
  return says ?? (first.length > 0 ? { title: first.join(' '), tone: 'bad' } : undefined)
}
