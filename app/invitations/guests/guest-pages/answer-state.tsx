import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { InvitationSeen } from '#app/invitations/guests/guest.server.ts'
import type { OccasionSeen } from '#app/invitations/guests/occasion-seen.server.ts'
import { isSad } from '#app/invitations/occasions/occasion.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { clockThere, dayThere } from '#app/kit/zones.ts'

type StateProps = {
  occasion: OccasionSeen & { invitation: InvitationSeen }
  /** The person who made the gathering. */
  host: string
}

/** Tells the guest what became of the answer and what can be done now. */
export function AnswerState({ occasion, host }: StateProps) {
  const { standing, invitation } = occasion
  if (standing === 'cancelled') return <Cancelled why={occasion.cancelledWhy ?? ''} />
  const then = standing === 'over' ? <SaidThen occasion={occasion} /> : <Said occasion={occasion} />
  return (
    <div className="grid gap-2 empty:hidden">
      {invitation.state === 'no' ? <No invitation={invitation} /> : then}
      {standing === 'over' && (
        <p>
          <Trans>This occasion is over.</Trans>
        </p>
      )}
      {standing === 'closed' && (
        <p>
          <Trans>Answers are no longer taken.</Trans>
        </p>
      )}
      {standing === 'late' && invitation.state !== 'offered' && <Late host={host} state={invitation.state} />}
      {standing === 'open' && <Until occasion={occasion} />}
    </div>
  )
}

export function Cancelled({ why }: { why: string }) {
  return (
    <div className="rounded-control border-stop border-l-4 bg-stop-soft px-4 py-3">
      <p className="font-semibold">
        <Trans>This occasion was cancelled.</Trans>
      </p>
      <p dir="auto" className="whitespace-pre-line">
        {why}
      </p>
    </div>
  )
}

const Strong = ({ children }: { children: ReactNode }) => (
  <p className="rounded-control border-brand border-l-4 bg-brand-soft px-4 py-3 font-semibold">{children}</p>
)

/** The guest's answer and its outcome. */
function Said({ occasion: { invitation, kind, zone } }: Pick<StateProps, 'occasion'>) {
  const { i18n } = useLingui()
  const language = knownLanguage(i18n.locale)
  const { state, adults, children, place, offerUntil, otherDay } = invitation
  const byHost = isByHost(invitation)
  const people = (adults ?? 0) + (children ?? 0)
  if (state === 'yes')
    return (
      <>
        <Strong>
          <Expected sad={isSad(kind)} people={people} byHost={byHost} />
        </Strong>
        {otherDay && (
          <p>
            {byHost ? (
              <Trans>They wrote it down for another day. Please send your answer for this one.</Trans>
            ) : (
              <Trans>You said so for another day. Please send your answer again for this one.</Trans>
            )}
          </p>
        )}
      </>
    )
  if (state === 'maybe')
    return (
      <Strong>
        {byHost ? (
          <Trans>The hosts wrote down: maybe. Please tell them as soon as you know.</Trans>
        ) : (
          <Trans>You said: maybe. Please tell the hosts as soon as you know.</Trans>
        )}
      </Strong>
    )
  if (state === 'asked')
    return (
      <Strong>
        <Trans>Your request has reached the hosts. They will answer you.</Trans>
      </Strong>
    )
  if (state === 'waiting')
    return (
      <Strong>
        <Trans>It is full. You are number {place} on the waitlist.</Trans>
      </Strong>
    )
  if (state !== 'offered' || !offerUntil) return null
  const time = `${dayThere(language, offerUntil, zone)}, ${clockThere(language, offerUntil, zone)}`
  return (
    <Strong>
      <Trans>A place is free. Take it before {time}.</Trans>
    </Strong>
  )
}

/** The answer to an occasion that is over: nothing is left to do. */
function SaidThen({ occasion: { invitation } }: Pick<StateProps, 'occasion'>) {
  const { state, adults, children } = invitation
  const people = (adults ?? 0) + (children ?? 0)
  if (state === 'yes')
    return (
      <Strong>
        <Plural value={people} one="You were expected: # person." other="You were expected: # people." />
      </Strong>
    )
  const said = {
    maybe: isByHost(invitation) ? <Trans>The hosts wrote down: maybe.</Trans> : <Trans>You said: maybe.</Trans>,
    asked: <Trans>You asked to come.</Trans>,
    waiting: <Trans>You were on the waitlist.</Trans>,
    offered: <Trans>You were on the waitlist.</Trans>,
  }[state as string]
  return said ? <Strong>{said}</Strong> : null
}

/** True if the hosts, or their helper at the door, entered the answer. */
const isByHost = ({ by }: InvitationSeen) => by === 'host' || by === 'door'

const No = ({ invitation }: { invitation: InvitationSeen }) => (
  <Strong>
    {invitation.turnedDown ? (
      <Trans>The hosts have no place for you this time.</Trans>
    ) : isByHost(invitation) ? (
      <Trans>The hosts wrote down that you do not come.</Trans>
    ) : invitation.by === 'clock' ? (
      <Trans>The offer has ended, and the place went to others.</Trans>
    ) : invitation.gives ? (
      <Trans>You can’t come, but will give. Thank you.</Trans>
    ) : (
      <Trans>Thank you for telling us. We will miss you.</Trans>
    )}
  </Strong>
)

const Expected = ({ sad, people, byHost }: { sad: boolean; people: number; byHost: boolean }) =>
  sad && byHost ? (
    <Plural
      value={people}
      one="The hosts wrote down that you will be there: # person."
      other="The hosts wrote down that you will be there: # people."
    />
  ) : sad ? (
    <Plural
      value={people}
      one="You said that you will be there: # person."
      other="You said that you will be there: # people."
    />
  ) : (
    <Plural value={people} one="See you there! # person." other="See you there! # people." />
  )

/** After the day for answers: Yes is closed, No is still taken. */
function Late({ host, state }: { host: string; state: InvitationSeen['state'] }) {
  const { t } = useLingui()
  return (
    <p>
      {state === 'yes'
        ? t`The day for answers has passed. You can still say that fewer come, or that you can’t. For all else please write to ${host}.`
        : state === 'no'
          ? t`The day for answers has passed. If you want to come, please write to ${host}.`
          : t`The day for answers has passed. You can still say that you can’t come. If you want to come, please write to ${host}.`}
    </p>
  )
}

/** By when to answer, and whether there is room. */
function Until({ occasion }: Pick<StateProps, 'occasion'>) {
  const { state } = occasion.invitation
  if (state === 'asked') return <AskedWhenFull occasion={occasion} />
  // A full occasion does not keep out guests who are coming or have said No.
  const isIn = state === 'yes' || state === 'offered' || state === 'waiting' || state === 'no'
  return <Room occasion={isIn ? { ...occasion, free: null } : occasion} quiet={state !== 'invited'} />
}

/** A guest who asked has said Yes: shows what the hosts' Yes would lead to. */
const AskedWhenFull = ({ occasion: { free, waits } }: Pick<StateProps, 'occasion'>) =>
  free === 0 && (
    <p>
      {waits ? (
        <Trans>It is full now. If the hosts say yes, you get a place on the waitlist.</Trans>
      ) : (
        <Trans>It is full now.</Trans>
      )}
    </p>
  )

type RoomProps = {
  occasion: Pick<OccasionSeen, 'answersUntil' | 'free' | 'waits' | 'zone'>
  /** True after an answer: the deadline need not be shown. */
  quiet?: boolean
}

/** The deadline for answers, and a note if the occasion is full. */
export function Room({ occasion: { answersUntil, free, waits, zone }, quiet = false }: RoomProps) {
  const { i18n } = useLingui()
  const language = knownLanguage(i18n.locale)
  const day = answersUntil && `${dayThere(language, answersUntil, zone)}, ${clockThere(language, answersUntil, zone)}`
  return (
    <>
      {day && !quiet && (
        <p className="font-semibold">
          <Trans>Please answer by {day}</Trans>
        </p>
      )}
      {free === 0 && (
        <p>
          {waits ? (
            <Trans>It is full. If you say yes, you get a place on the waitlist.</Trans>
          ) : (
            <Trans>It is full.</Trans>
          )}
        </p>
      )}
    </>
  )
}
