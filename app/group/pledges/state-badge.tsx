import { useLingui } from '@lingui/react/macro'
import { Badge } from '#app/ui/badge.tsx'
import { type PledgeState, pledgeStateWords, stateOfPledge } from './pledge.ts'

type BadgeProps = { pledge: { state: PledgeState; dueOn: string | null; paid: number }; today: string }
const tones = { open: 'neutral', part: 'info', late: 'warn', kept: 'gain', released: 'neutral' } as const

/** The state of a pledge, in a word. */
export function StateBadge({ pledge, today }: BadgeProps) {
  const { i18n } = useLingui()
  const is = stateOfPledge(pledge, today)
  return <Badge tone={tones[is]}>{i18n._(pledgeStateWords[is])}</Badge>
}
