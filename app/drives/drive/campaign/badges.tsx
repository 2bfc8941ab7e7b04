import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CalendarDays, Clock, Tag } from 'lucide-react'
import { categoryName, type ShownCategory, type Status, statusNames } from '#app/drives/drive/drive.ts'
import type { Language } from '#app/kit/languages.ts'
import { dayIn } from '#app/kit/time.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'

export type BadgesProps = {
  category: ShownCategory
  endDate: string | null
  /** Days until the end, 0 on the last day; null without an end. */
  left: number | null
}

const icon = { 'aria-hidden': true, className: 'size-3.5 shrink-0' } as const

/** The category of a drive, its last day, and how many days are left. */
export function DriveBadges({ category, endDate, left }: BadgesProps) {
  const { i18n } = useLingui()
  return (
    <div className="flex flex-wrap gap-2">
      <Badge icon={<Tag {...icon} />}>{categoryName(category, i18n)}</Badge>
      {endDate && <Ends endDate={endDate} />}
      {left !== null && (
        <Badge tone={left < 0 ? 'neutral' : left <= 7 ? 'warn' : 'gain'} icon={<Clock {...icon} />}>
          <DaysLeft left={left} />
        </Badge>
      )}
    </div>
  )
}

function Ends({ endDate }: { endDate: string }) {
  const { i18n } = useLingui()
  const date = dayIn(i18n.locale as Language, new Date(endDate))
  return (
    <Badge icon={<CalendarDays {...icon} />}>
      <Trans>Ends: {date}</Trans>
    </Badge>
  )
}

/** 'Ended', or how many days are left. */
function DaysLeft({ left }: { left: number }) {
  if (left < 0) return <Trans>Ended</Trans>
  if (left === 0) return <Trans>Last day</Trans>
  return <Plural value={left} one="# day left" other="# days left" />
}

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
