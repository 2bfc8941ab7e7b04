import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn, noonOf } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import type { Promised } from './giver.server.ts'
import { type PledgeState, pledgeStateWords, stateOfPledge } from './pledge.ts'

/** A person's promises, with the link to each promise. */
export const PromisedList = ({ pledges, today }: { pledges: Promised[]; today: string }) => (
  <ul className="grid gap-3">
    {pledges.map((pledge) => (
      <li key={pledge.id}>
        <Card>
          <OnePledge pledge={pledge} today={today} />
        </Card>
      </li>
    ))}
  </ul>
)

function OnePledge({ pledge, today }: { pledge: Promised; today: string }) {
  const { i18n } = useLingui()
  const [promised, given] = [moneyText(pledge.amount), moneyText(pledge.paid)]
  const day = pledge.dueOn && briefDayIn(i18n.locale as Language, noonOf(pledge.dueOn))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <div className="min-w-0">
        <Link to={pledge.path} className="wrap-anywhere inline-flex min-h-11 items-center text-link" dir="auto">
          {pledge.title}
        </Link>
        <p className="figures text-muted text-sm">
          <Trans>
            {promised} promised, {given} given
          </Trans>
          {day && pledge.state === 'open' && (
            <>
              {' · '}
              <Trans>for {day}</Trans>
            </>
          )}
        </p>
      </div>
      <StateBadge pledge={pledge} today={today} />
    </div>
  )
}

type BadgeProps = { pledge: { state: PledgeState; dueOn: string | null; paid: number }; today: string }
const tones = { open: 'neutral', part: 'info', late: 'warn', kept: 'gain', released: 'neutral' } as const

/** The state of a pledge, in a word. */
export function StateBadge({ pledge, today }: BadgeProps) {
  const { i18n } = useLingui()
  const is = stateOfPledge(pledge, today)
  return <Badge tone={tones[is]}>{i18n._(pledgeStateWords[is])}</Badge>
}
