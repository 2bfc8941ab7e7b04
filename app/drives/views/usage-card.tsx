import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Eye } from 'lucide-react'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { FormButton } from '#app/ui/form-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { creditsOf } from './credits.server.ts'

type Credits = NonNullable<Awaited<ReturnType<typeof creditsOf>>>

type UsageCardProps = {
  credits: Credits | null
  /** The address where more views are bought. */
  buy: string
}

/** How far the view credits have gone. A person whose credits are used up has to see it before their visitors tell. */
export function UsageCard({ credits, buy }: UsageCardProps) {
  const { t } = useLingui()
  const count = useCount()
  if (!credits) return null
  const { package: name, remaining, level, claimed, others } = credits
  const [used, views] = [count(credits.used), count(credits.views)]
  const tone = level === 'exhausted' ? 'stop' : level === 'low' ? 'warn' : 'brand'
  return (
    <Card title={<Trans>View usage</Trans>} level={3} action={<PackageName name={name} />}>
      <Progress value={credits.used} max={credits.views} label={t`Views used`} tone={tone} />
      <p className="mt-3 flex flex-wrap justify-between gap-x-4 text-[0.9375rem]">
        <span>
          <Trans>
            {used} of {views} views used
          </Trans>
        </span>
        <span className="figures font-semibold">
          <Plural value={remaining} one="# view left" other="# views left" />
        </span>
      </p>
      {others > 0 && (
        <p className="mt-1 text-muted text-sm">
          <Plural
            value={others}
            one="# of them did not come with this package: it was left before, or given."
            other="# of them did not come with this package: they were left before, or given."
          />
        </p>
      )}
      {claimed > 0 && (
        <Notice
          tone="warn"
          className="mt-4"
          title={<Plural value={claimed} one="# view can't be used for now" other="# views can't be used for now" />}
        >
          <Trans>The money that was paid for them is asked back. If it stays with us, they return.</Trans>
        </Notice>
      )}
      {level === 'low' && (
        <Notice
          tone="warn"
          className="mt-4"
          title={<Plural value={remaining} one="Only # view is left" other="Only # views are left" />}
        >
          <Trans>When they are used up, visitors can’t open the fund drive any more.</Trans>
        </Notice>
      )}
      {level === 'exhausted' && (
        <Notice tone="warn" className="mt-4" title={<Trans>All views are used up</Trans>}>
          <Trans>The fund drive is no longer accessible to visitors. You can still see it.</Trans>
        </Notice>
      )}
      <Changing>
        <div className="mt-5 grid sm:flex">
          <FormButton
            to={buy}
            variant={level === 'plenty' ? 'secondary' : 'primary'}
            icon={<Eye aria-hidden="true" className="size-5" />}
          >
            <Trans>Buy Views</Trans>
          </FormButton>
        </div>
      </Changing>
    </Card>
  )
}

function PackageName({ name }: { name: string }) {
  const { t } = useLingui()
  return <Badge>{t`Package: ${name}`}</Badge>
}
