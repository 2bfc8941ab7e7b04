import type { Answer } from '#app/kit/says.ts'
import { Notice } from '#app/ui/notice.tsx'

/** Why the form was not taken, standing above it for as long as it is true. The toast says it too, and goes. */
export function Refused({ answer }: { answer?: Answer }) {
  if (!answer || answer.ok || !answer.says) return null
  return (
    <Notice tone="stop" title={answer.says.title}>
      {answer.says.text}
    </Notice>
  )
}
