import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  type WaitingDecision,
  type WaitingFor,
  type WaitingGuest,
  waitingGuests,
} from '#app/invitations/guests/answers/waiting.server.ts'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { knownLanguage } from '#app/kit/languages.ts'
import { clockThere, dayThere } from '#app/kit/zones.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState, FailedState } from '#app/ui/empty-state.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/waiting.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug } = context.get(gatheringContext)
  return { slug, waiting: await part(context, waitingGuests(db, id)) }
}

/** The guests who wait for a place, in the order of the line, and those who ask to come. */
export default function Waiting({ loaderData: { slug, waiting } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <section className="grid gap-4 *:min-w-0" aria-labelledby="waiting-title">
      <GatheringTitle page={t`Waitlist`} />
      <h2 id="waiting-title" className="text-2xl">
        <Trans>Waitlist</Trans>
      </h2>
      {waiting === 'failed' && <FailedState title={<Trans>The waitlist could not be loaded</Trans>} />}
      {waiting !== 'failed' && waiting.length === 0 && (
        <EmptyState
          level={3}
          title={<Trans>Nobody waits.</Trans>}
          text={<Trans>When an occasion is full, guests who still want to come wait here in their order.</Trans>}
        />
      )}
      {waiting !== 'failed' && waiting.map((one) => <WaitingPart key={one.no} slug={slug} waiting={one} />)}
    </section>
  )
}

/** The guests who ask to come to an occasion, and those who wait for it in line. */
function WaitingPart({ slug, waiting }: { slug: string; waiting: WaitingFor }) {
  const { t } = useLingui()
  const { no, name, free, rows } = waiting
  const asking = rows.filter(({ state }) => state === 'asked')
  const line = rows.filter(({ state }) => state !== 'asked')
  const next = line.find(({ state }) => state === 'waiting')
  const needs = next ? next.adults + next.children : 0
  const some = needs > 0 ? t`${free} free, next needs ${needs}` : t`${free} free`
  const said = free === null ? undefined : free === 0 ? t`No place is free.` : some
  const fits = ({ adults, children }: WaitingGuest) => free === null || adults + children <= free
  return (
    <Card title={<span dir="auto">{name}</span>} text={said}>
      {asking.length > 0 && (
        <Group title={<Trans>Ask to come</Trans>}>
          {asking.map((one) => (
            <Row key={one.id} slug={slug} one={one} zone={waiting.zone} decisions={['approve', 'turn-down']} />
          ))}
        </Group>
      )}
      {asking.length > 1 && (
        <Changing>
          <div className="mt-2 flex flex-wrap gap-3">
            <DecideAll slug={slug} no={no} decision="approve">
              <Trans>Approve all {asking.length}</Trans>
            </DecideAll>
            <DecideAll slug={slug} no={no} decision="turn-down">
              <Trans>Turn all {asking.length} down</Trans>
            </DecideAll>
          </div>
        </Changing>
      )}
      {line.length > 0 && (
        <Group title={<Trans>On the waitlist</Trans>}>
          {line.map((one) => (
            <Row
              key={one.id}
              slug={slug}
              one={one}
              zone={waiting.zone}
              decisions={one.state === 'waiting' && fits(one) ? ['offer', 'turn-down'] : ['turn-down']}
            />
          ))}
        </Group>
      )}
    </Card>
  )
}

type DecideAllProps = { slug: string; no: number; decision: 'approve' | 'turn-down'; children: ReactNode }

/** A button that decides about all who ask: many may come at once, genuine or not. */
function DecideAll({ slug, no, decision, children }: DecideAllProps) {
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action={`/gathering/${slug}/waiting/all`}>
      <input type="hidden" name="no" value={no} />
      <input type="hidden" name="decision" value={decision} />
      <Button size="small" variant="secondary" busy={busy}>
        {children}
      </Button>
    </Form>
  )
}

const Group = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className="mt-4 first:mt-0">
    <h3 className="font-semibold">{title}</h3>
    <ul className="divide-y divide-line">{children}</ul>
  </section>
)

type RowProps = { slug: string; one: WaitingGuest; zone: string; decisions: WaitingDecision[] }

function Row({ slug, one, zone, decisions }: RowProps) {
  const { t, i18n } = useLingui()
  const language = knownLanguage(i18n.locale)
  const { guest, name, adults, children, place, offerUntil } = one
  const until = offerUntil && `${dayThere(language, offerUntil, zone)}, ${clockThere(language, offerUntil, zone)}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {place !== null && <span className="figures text-muted">{place}.</span>}
          <Link
            to={`/gathering/${slug}/guests/${guest}`}
            className="wrap-anywhere inline-flex min-h-11 items-center text-link"
            dir="auto"
          >
            {name}
          </Link>
        </p>
        <p className="text-muted text-sm">
          <Plural value={adults + children} one="# person" other="# people" />
          {children > 0 && ` (${t`${plural(children, { one: '# child', other: '# children' })}`})`}
          {until && ` · ${t`Has an offer until ${until}`}`}
        </p>
      </div>
      <Changing>
        <div className="flex flex-wrap gap-3">
          {decisions.map((decision) => (
            <Decide key={decision} to={`/gathering/${slug}/waiting/${decision}`} {...{ one, decision }} />
          ))}
        </div>
      </Changing>
    </li>
  )
}

function Decide({ to, one, decision }: { to: string; one: WaitingGuest; decision: WaitingDecision }) {
  // A refusal is shown in a toast alone: it is not true for long, and the row then shows the new state.
  const { Form, busy } = useFormAction()
  const { t } = useLingui()
  const { name } = one
  const words = {
    offer: <Trans>Offer a place</Trans>,
    approve: <Trans>Approve</Trans>,
    'turn-down': <Trans>Turn down</Trans>,
  }
  const named = { offer: t`Offer a place: ${name}`, approve: t`Approve: ${name}`, 'turn-down': t`Turn down: ${name}` }
  return (
    <Form method="post" action={to}>
      <input type="hidden" name="invitation" value={one.id} />
      <Button
        size="small"
        variant={decision === 'turn-down' ? 'secondary' : 'primary'}
        busy={busy}
        aria-label={named[decision]}
      >
        {words[decision]}
      </Button>
    </Form>
  )
}
