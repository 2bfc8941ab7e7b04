import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { GuestCount, GuestRow, Said } from './guest-row.ts'
import { type State, stateWords } from './invitation.ts'

// What a row of the list of guests says, and what all of them come to.

export function Guest({ row: { id, name, groups, claims }, slug }: { row: GuestRow; slug: string }) {
  return (
    <span className="grid justify-items-start gap-1 @2xl:min-w-36">
      <Link
        to={`/gathering/${slug}/guests/${id}`}
        className="wrap-anywhere inline-flex min-h-11 items-center text-link @2xl:min-h-6"
        dir="auto"
      >
        {name}
      </Link>
      {groups.length > 0 && (
        <span className="wrap-anywhere font-normal text-muted text-sm" dir="auto">
          {groups.join(', ')}
        </span>
      )}
      {claims && (
        <Badge tone="warn">
          <Trans>Whose number?</Trans>
        </Badge>
      )}
    </span>
  )
}

const tones: Partial<Record<State, Tone>> = {
  yes: 'gain',
  maybe: 'info',
  waiting: 'warn',
  offered: 'warn',
  asked: 'warn',
}

export function Answers({ answers }: { answers: Said[] }) {
  const { i18n, t } = useLingui()
  if (answers.length === 0)
    return (
      <span className="text-muted">
        <Trans>Not invited yet</Trans>
      </span>
    )
  return (
    <ul className="grid gap-1">
      {answers.map(({ no, occasion, state, people, seats, gives }) => (
        <li key={no} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={tones[state] ?? 'neutral'}>{i18n._(stateWords[state])}</Badge>
          <span className="figures text-sm">
            {people > 0
              ? t`${plural(people, { one: '# person', other: '# people' })}`
              : state === 'invited' && t`${plural(seats, { one: '# seat', other: '# seats' })}`}
          </span>
          {gives && (
            <Badge tone="accent">
              <Trans>Will give</Trans>
            </Badge>
          )}
          {answers.length > 1 && (
            <span className="wrap-anywhere text-muted text-sm" dir="auto">
              {occasion}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

export function Sums({ totals }: { totals: GuestCount }) {
  const count = useCount()
  const sums = [
    [<Trans key="g">Guests on the list</Trans>, totals.guests],
    [<Trans key="y">People who come</Trans>, totals.yes],
    [<Trans key="m">People who may come</Trans>, totals.maybe],
    [<Trans key="s">Seats without an answer</Trans>, totals.silent],
    ...(totals.came > 0 ? [[<Trans key="c">People at the door</Trans>, totals.came] as const] : []),
  ] as const
  const amounts = [
    [<Trans key="p">Pledged</Trans>, totals.pledged],
    [
      <Trans key="r" context="guest">
        Paid
      </Trans>,
      totals.paid,
    ],
  ] as const
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
      {sums.map(([label, value]) => (
        <div key={label.key} className="contents">
          <dt>{label}</dt>
          <dd className="figures text-right font-bold">{count(value)}</dd>
        </div>
      ))}
      {totals.pledged + totals.paid > 0 &&
        amounts.map(([label, value]) => (
          <div key={label.key} className="contents">
            <dt>{label}</dt>
            <dd className="figures text-right font-bold">{moneyText(value)}</dd>
          </div>
        ))}
    </dl>
  )
}
