import { Trans, useLingui } from '@lingui/react/macro'
import { Eye, Ticket } from 'lucide-react'
import { useCount } from '#app/ui/chart-frame.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { StatTile } from '#app/ui/stat-tile.tsx'
import type { creditsOf } from './credits.server.ts'

type Credits = NonNullable<Awaited<ReturnType<typeof creditsOf>>>

/** How many views there were, and what is left of the package; says so when that is little or nothing. */
export function CreditTiles({ views, credits }: { views: number; credits: Credits | null }) {
  const { t } = useLingui()
  const count = useCount()
  const { remaining, used, views: all, package: name, level } = credits ?? nothing
  const tone = level === 'exhausted' ? 'stop' : level === 'low' ? 'warn' : 'brand'
  return (
    <div className="grid gap-4">
      {level !== 'plenty' && <CreditNotice remaining={remaining} />}
      <div className="grid gap-3 sm:grid-cols-2">
        <StatTile
          label={<Trans>Page Views</Trans>}
          value={count(views)}
          hint={<Trans>One for each visitor in half an hour</Trans>}
          icon={<Eye aria-hidden="true" className="size-5" />}
        />
        <StatTile
          label={<Trans>Views left</Trans>}
          value={count(remaining)}
          hint={t`${count(used)} of ${count(all)} used · package ${name}`}
          icon={<Ticket aria-hidden="true" className="size-5" />}
        >
          <div className="mt-3">
            <Progress value={used} max={all} label={t`Views used`} tone={tone} />
          </div>
        </StatTile>
      </div>
    </div>
  )
}

const nothing: Credits = { remaining: 0, used: 0, views: 0, package: '–', level: 'exhausted' }

function CreditNotice({ remaining }: { remaining: number }) {
  if (remaining <= 0)
    return (
      <Notice tone="stop" title={<Trans>Your views are used up</Trans>}>
        <Trans>New visitors can't see your fundraiser until there are views again.</Trans>
      </Notice>
    )
  return (
    <Notice tone="warn" title={<Trans>Your views are running low</Trans>}>
      <Trans>When they are used up, new visitors can't see your fundraiser.</Trans>
    </Notice>
  )
}
