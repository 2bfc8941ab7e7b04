import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { type Status, statusNames } from './drive.ts'

const tones: Record<Status, BadgeTone> = { active: 'gain', completed: 'info', paused: 'warn' }

/** Shows a drive's status: active green, completed blue, paused yellow, anything else grey. */
export function StatusBadge({ status, draft }: { status: Status; draft?: boolean }) {
  const { i18n } = useLingui()
  if (draft)
    return (
      <Badge dot>
        <Trans>Draft</Trans>
      </Badge>
    )
  return (
    <Badge tone={tones[status]} dot>
      {statusNames[status] ? i18n._(statusNames[status]) : status}
    </Badge>
  )
}
