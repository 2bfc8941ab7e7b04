import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Answer, Said } from '#app/kit/says.ts'
import { Notice } from './notice.tsx'
import { useHydrated } from './use-hydrated.ts'

/**
 * The reason why the form was refused, above it for as long as it is true. The toast says what failed, and it is not repeated here; a
 * page without a script says all of it.
 */
export function Refused({ answer }: { answer?: Answer | undefined }) {
  const refused = answer && !answer.ok ? answer.says : undefined
  return refused ? <Why {...refused} /> : null
}

function Why({ title, text, why }: Said) {
  const [toasted] = useState(useHydrated())
  if (!toasted)
    return (
      <Notice tone="stop" title={title}>
        {text && <p>{text}</p>}
        {why && <p>{why}</p>}
      </Notice>
    )
  if (why || !text) return <Notice tone="stop" title={why ?? title} />
  return (
    <Notice tone="stop" title={<Trans>That did not work</Trans>}>
      {text}
    </Notice>
  )
}
