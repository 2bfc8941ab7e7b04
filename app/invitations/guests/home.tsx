import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { occasionKindWords } from '#app/invitations/occasions/occasion.ts'
import type { OccasionStanding } from '#app/invitations/occasions/times.ts'
import type { Language } from '#app/kit/languages.ts'
import { clockThere, dayThere } from '#app/kit/zones.ts'
import { Ago, useNow } from '#app/ui/age.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { GuestCounts, HostNextStep, NewAnswer } from './home.server.ts'
import { invitationStateWords } from './invitation.ts'

/** An occasion with its people by answer. `children` are ways to its other pages. */
export function OccasionCounts({ occasion, children }: { occasion: GuestCounts; children?: ReactNode }) {
  const { i18n } = useLingui()
  const { name, kind, zone, startsAt, standing, capacity, taken } = occasion
  const isOver = standing === 'over'
  const language = i18n.locale as Language
  return (
    <Card
      title={<span dir="auto">{name}</span>}
      text={`${i18n._(occasionKindWords[kind])} · ${dayThere(language, startsAt, zone)}, ${clockThere(language, startsAt, zone)}`}
      action={<StandingBadge standing={standing} />}
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        <Figure label={isOver ? <Trans>Said yes</Trans> : <Trans>Coming</Trans>} people={occasion.yes} strong />
        <Figure label={isOver ? <Trans>Said maybe</Trans> : <Trans>Maybe</Trans>} people={occasion.maybe} />
        <Figure
          label={isOver ? <Trans>Did not answer</Trans> : <Trans>No answer yet</Trans>}
          people={occasion.silent}
        />
        <Figure label={isOver ? <Trans>Said no</Trans> : <Trans>Not coming</Trans>} people={occasion.no_} />
        {occasion.waiting > 0 && (
          <Figure
            label={isOver ? <Trans>Were on the waitlist</Trans> : <Trans>On the waitlist</Trans>}
            people={occasion.waiting}
          />
        )}
        {!isOver && occasion.offered > 0 && <Figure label={<Trans>Have an offer</Trans>} people={occasion.offered} />}
        {occasion.asked > 0 && (
          <Figure label={isOver ? <Trans>Asked to come</Trans> : <Trans>Ask to come</Trans>} people={occasion.asked} />
        )}
      </dl>
      {capacity !== null && <Seats {...{ taken, capacity, isOver }} />}
      {children}
    </Card>
  )
}

function Figure({ label, people, strong }: { label: ReactNode; people: number; strong?: boolean }) {
  const count = useCount()
  return (
    <div className="flex flex-col justify-between">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className={strong ? 'figures font-bold font-display text-3xl' : 'figures font-semibold text-xl'}>
        {count(people)}
      </dd>
    </div>
  )
}

function Seats({ taken, capacity, isOver }: { taken: number; capacity: number; isOver: boolean }) {
  const count = useCount()
  return (
    <p className="mt-3 text-muted text-sm">
      {isOver ? (
        <Trans>
          {count(taken)} of {count(capacity)} seats were taken
        </Trans>
      ) : (
        <Trans>
          {count(taken)} of {count(capacity)} seats taken
        </Trans>
      )}
    </p>
  )
}

/** The state of an occasion, unless it is simply open. */
function StandingBadge({ standing }: { standing: OccasionStanding }) {
  if (standing === 'open') return null
  if (standing === 'cancelled')
    return (
      <Badge tone="stop">
        <Trans>Cancelled</Trans>
      </Badge>
    )
  if (standing === 'over')
    return (
      <Badge>
        <Trans>Over</Trans>
      </Badge>
    )
  return <Badge tone="warn">{standing === 'late' ? <Trans>Answers have ended</Trans> : <Trans>Closed</Trans>}</Badge>
}

/** The host's most urgent task. `children` is the link to it. */
export function NextLine({ next, children }: { next: NonNullable<HostNextStep>; children?: ReactNode }) {
  const { t } = useLingui()
  const { step, count, needs = 0 } = next
  const titles = {
    claims: t`${plural(count, { one: '# answer came with a number that is on your list. Is it the same guest?', other: '# answers came with numbers that are on your list. Are they the same guests?' })}`,
    asked: t`${plural(count, { one: '# person asks to come', other: '# people ask to come' })}`,
    offer: t`${count} free, next needs ${needs}`,
    guests: t`No guests yet. Add the first one.`,
    silent: t`${plural(count, { one: '# seat without an answer', other: '# seats without an answer' })}`,
  }
  return (
    <Notice tone={step === 'claims' || step === 'asked' ? 'warn' : 'info'} title={titles[step]} action={children} />
  )
}

/** The link to the page for the task. */
export function NextWay({ slug, step }: { slug: string; step: NonNullable<HostNextStep>['step'] }) {
  const { t } = useLingui()
  const ways = {
    claims: { to: 'guests?claims=on', words: t`See them` },
    asked: { to: 'waiting', words: t`See them` },
    offer: { to: 'waiting', words: t`Open the waitlist` },
    guests: { to: 'guests', words: t`Add guests` },
    silent: { to: 'guests?answer=invited', words: t`See them` },
  }
  const { to, words } = ways[step]
  return (
    <LinkButton to={`/gathering/${slug}/${to}`} variant="secondary" size="small">
      {words}
    </LinkButton>
  )
}

/** The newest answers of guests. */
export function News({ answers, served }: { answers: NewAnswer[]; served: number }) {
  return (
    <Card title={<Trans>Newest answers</Trans>}>
      {answers.length === 0 ? (
        <p className="text-muted">
          <Trans>Nobody has answered yet.</Trans>
        </p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {answers.map((one) => (
            <NewsLine key={one.id} answer={one} served={served} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function NewsLine({ answer: { name, occasion, state, people, at }, served }: { answer: NewAnswer; served: number }) {
  const { i18n } = useLingui()
  const now = useNow(served)
  return (
    <li className="grid gap-0.5 py-2">
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span className="wrap-anywhere font-semibold" dir="auto">
          {name}
        </span>
        <span>
          {i18n._(invitationStateWords[state])}
          {people > 0 && ' · '}
          {people > 0 && <Plural value={people} one="# person" other="# people" />}
        </span>
      </span>
      <span className="flex flex-wrap items-baseline gap-x-3 text-muted text-sm">
        <span className="wrap-anywhere" dir="auto">
          {occasion}
        </span>
        <Ago at={at} now={now} />
      </span>
    </li>
  )
}
