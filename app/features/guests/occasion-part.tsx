import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { AnswerForm } from './answer-form.tsx'
import { AnswerState } from './answer-state.tsx'
import { ComingPeople } from './coming-people.tsx'
import type { InvitationSeen } from './guest.server.ts'
import type { Reply, State } from './invitation.ts'
import { Livestream } from './livestream.tsx'
import { OccasionFacts } from './occasion-facts.tsx'
import type { OccasionSeen } from './occasion-seen.server.ts'

type Invited = OccasionSeen & { invitation: InvitationSeen }
type OccasionPartProps = {
  /** The address of the guest's page. */
  page: string
  occasion: Invited
  host: string
  first: Answer | undefined
  listed: boolean
  email: { known: boolean } | undefined
  now: Date
}

/** One occasion on a guest's page: the facts, how it stands, and what may be answered. */
export function OccasionPart({ page, occasion, host, first, listed, email, now }: OccasionPartProps) {
  const { no, name, was, standing, invitation } = occasion
  const open = invitation.state === 'invited' || invitation.otherDay || first?.typed?.no === String(no)
  // Who comes back looks for what became of it; who is invited reads what it is first.
  const known = invitation.state !== 'invited' || standing === 'cancelled' || standing === 'over'
  return (
    <section id={`o${no}`} aria-labelledby={`o${no}-name`} className="grid gap-4">
      <h2 id={`o${no}-name`} dir="auto" className="text-2xl">
        {name}
      </h2>
      {was && standing !== 'cancelled' && standing !== 'over' && (
        <p role="status" className="rounded-control border-warn border-l-4 bg-warn-soft px-4 py-3 font-semibold">
          <Trans>The time or place has changed</Trans>
        </p>
      )}
      {known && <AnswerState occasion={occasion} host={host} />}
      {standing !== 'cancelled' && standing !== 'over' && <TakeAlong page={page} occasion={occasion} />}
      {invitation.state === 'offered' && invitation.replies.includes('yes') && (
        <Offer page={page} occasion={occasion} />
      )}
      <OccasionFacts occasion={occasion} />
      {standing !== 'cancelled' && <ComingPeople occasion={occasion} />}
      <Livestream occasion={occasion} now={now} />
      {!known && <AnswerState occasion={occasion} host={host} />}
      {invitation.replies.length > 0 && (
        <Answering open={open}>
          <AnswerForm
            action={`${page}/answer`}
            {...{ no, first, email }}
            kind={occasion.kind}
            most={invitation.most}
            replies={invitation.replies}
            before={beforeOf(invitation)}
            list={occasion.showsList ? { listed } : undefined}
          />
          <GiveInstead page={page} occasion={occasion} />
        </Answering>
      )}
    </section>
  )
}

/** What those who come take along: the pass, and the day for their calendar. */
function TakeAlong({ page, occasion: { no, invitation } }: Pick<OccasionPartProps, 'page' | 'occasion'>) {
  const { state } = invitation
  if (state !== 'yes' && state !== 'maybe') return null
  return (
    <p className="flex flex-wrap gap-x-6">
      {state === 'yes' && (
        <a href={`${page}/pass/${no}`} className="inline-flex min-h-11 items-center text-link">
          <Trans>Your pass. A screenshot is enough.</Trans>
        </a>
      )}
      <a href={`${page}/calendar/${no}`} className="inline-flex min-h-11 items-center text-link">
        <Trans>Put it in your calendar</Trans>
      </a>
    </p>
  )
}

/** The form lies open until it was answered; then it is one touch away. */
function Answering({ open, children }: { open: boolean; children: React.ReactNode }) {
  if (open) return <div className="grid gap-4">{children}</div>
  return (
    <details className="grid gap-4">
      <summary className="inline-flex min-h-11 items-center text-link">
        <Trans>Change your answer</Trans>
      </summary>
      <div className="grid gap-4 pt-2">{children}</div>
    </details>
  )
}

const replyOf: Partial<Record<State, Reply>> = { yes: 'yes', asked: 'yes', waiting: 'yes', offered: 'yes' }

const beforeOf = ({ state, adults, children, most, seats, wish }: InvitationSeen) => ({
  reply: replyOf[state] ?? (state === 'maybe' || state === 'no' ? state : undefined),
  adults: adults ?? Math.min(seats, most),
  children: children ?? 0,
  wish,
})

/** A place that became free is taken or left with one touch, for as many as waited. */
function Offer({ page, occasion: { no, invitation } }: Pick<OccasionPartProps, 'page' | 'occasion'>) {
  const { adults, children, wish } = invitation
  const fields = { no, adults: adults ?? 0, children: children ?? 0, wish }
  return (
    <form method="post" action={`${page}/answer#o${no}`} className="flex flex-wrap gap-3">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button name="reply" value="yes" size="large">
        <Trans>Take it</Trans>
      </Button>
      <Button name="reply" value="no" size="large" variant="secondary">
        <Trans>Leave it to others</Trans>
      </Button>
    </form>
  )
}

/** One touch: they can't come, and are led to giving. */
function GiveInstead({ page, occasion: { no, invitation } }: Pick<OccasionPartProps, 'page' | 'occasion'>) {
  const { t } = useLingui()
  if (invitation.gives) return null
  return (
    <form method="post" action={`${page}/give`} aria-label={t`Can’t come, but will give`}>
      <input type="hidden" name="no" value={no} />
      <Button variant="secondary" size="large" wide>
        <Trans>Can’t come, but will give</Trans>
      </Button>
    </form>
  )
}
