import { Trans, useLingui } from '@lingui/react/macro'
import { HandHeart } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn, noonOf } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { OwnPledge } from './one.server.ts'
import { ownPledgePath, pledgePath } from './pledge.ts'
import { StateBadge } from './state-badge.tsx'

type PledgeCardProps = { pledge: OwnPledge; title: string; today: string; children: ReactNode }

/** The state of a pledge: the promised amount, the gifts, the rest, and its day. */
export function PledgeCard({ pledge, title, today, children }: PledgeCardProps) {
  const { t, i18n } = useLingui()
  const { amount, paid, dueOn, writer, state } = pledge
  const isCancelled = state === 'released'
  return (
    <div className="grid gap-5">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <HandHeart aria-hidden="true" className="size-6 text-brand" />
          <span className="figures font-bold font-display text-[min(1.875rem,9.4vw)] leading-tight">
            {moneyText(amount)}
          </span>
          <StateBadge pledge={pledge} today={today} />
        </p>
        <p className="mt-1 font-semibold wrap-anywhere" dir="auto">
          {title}
        </p>
        {writer && (
          <p className="mt-2 text-muted">
            <Trans>{writer} wrote this down for you. If it is not so, refuse it below.</Trans>
          </p>
        )}
      </div>
      <div className="grid gap-2">
        <Progress value={paid} max={amount} label={t`Given of the pledge`} />
        <p className="figures">
          {isCancelled ? (
            <Trans>{moneyText(paid)} given</Trans>
          ) : (
            <Trans>
              {moneyText(paid)} given, {moneyText(amount - paid)} still open
            </Trans>
          )}
          {dueOn && !isCancelled && (
            <>
              {' · '}
              <span className="whitespace-nowrap">
                <Trans>by {briefDayIn(i18n.locale as Language, noonOf(dueOn))}</Trans>
              </span>
            </>
          )}
        </p>
      </div>
      {children}
    </div>
  )
}

/** The giver's actions on it beside paying. */
export function PledgeActions({ token, yes, pledge }: { token: string; yes: string; pledge: OwnPledge }) {
  const { t } = useLingui()
  const stop = useFormAction()
  if (pledge.state === 'released') return null
  // A person asked by our message may stop reminders beforehand: the message has a link to it.
  const canStop = pledge.reminded || (pledge.remindsAfterYes && pledge.asks === 'yes')
  return (
    <div id="reminders" className="grid gap-3 border-line border-t pt-5">
      <a href={ownPledgePath(token, yes, '/change')} className="inline-flex min-h-11 items-center text-link">
        {pledge.state === 'kept' ? (
          <Trans>Raise it</Trans>
        ) : (
          <Trans>Change the amount or the day, or cancel my pledge</Trans>
        )}
      </a>
      {canStop && (
        <stop.Form method="post" action={`${pledgePath(token)}/stop`}>
          <input type="hidden" name="yes" value={yes} />
          <Button variant="secondary" busy={stop.busy} busyText={t`Saving...`}>
            <Trans>No more reminders</Trans>
          </Button>
        </stop.Form>
      )}
      {!pledge.reminded && !pledge.remindsAfterYes && (
        <p className="text-muted text-sm">
          <Trans>We send no reminders of this pledge.</Trans>
        </p>
      )}
      {pledge.stopped && pledge.state === 'open' && (
        <stop.Form method="post" action={`${pledgePath(token)}/stop`}>
          <input type="hidden" name="yes" value={yes} />
          <input type="hidden" name="again" value="on" />
          <Button variant="secondary" busy={stop.busy} busyText={t`Saving...`}>
            <Trans>Remind me again</Trans>
          </Button>
        </stop.Form>
      )}
    </div>
  )
}
