import { useState } from 'react'
import type { Answer, Said } from '#app/kit/says.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/**
 * Why the form was not taken, standing above it for as long as it is true. What failed is the toast's to say; a page that
 * comes without a script says both.
 */
export function Refused({ answer }: { answer?: Answer }) {
  const refused = answer && !answer.ok ? answer.says : undefined
  return refused ? <Why {...refused} /> : null
}

function Why({ title, text }: Said) {
  const [toasted] = useState(useHydrated())
  if (toasted) return <Notice tone="stop" title={text ?? title} />
  return (
    <Notice tone="stop" title={title}>
      {text}
    </Notice>
  )
}
