import { Trans, useLingui } from '@lingui/react/macro'
import type { GuestSeen, InvitationSeen } from '#app/invitations/guests/guest.server.ts'
import { takesAnswers } from '#app/invitations/guests/invitation.ts'
import type { OccasionSeen } from '#app/invitations/guests/occasion-seen.server.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { asksAll, beforeOf, ChangeAnswer } from './answer-form.tsx'
import { AnswerState } from './answer-state.tsx'
import { GiveInstead } from './give-part.tsx'
import { HostContact } from './guest-page.tsx'
import { shortReplies } from './guest-words.ts'
import { isToShare } from './open-link.tsx'

type Invited = OccasionSeen & { invitation: InvitationSeen }
type ReplyBandProps = {
  /** The address of the guest's page. */
  page: string
  seen: GuestSeen
  /** The answer of the form action whose form is on the page. */
  first: Answer | undefined
}

/** The band right below the card: the state of the invitation, and the answer in one touch. */
export function ReplyBand({ page, seen, first }: ReplyBandProps) {
  const { gathering, supporter, occasions } = seen
  return (
    <div className="grid gap-5">
      {occasions.filter(isToCome).map((occasion) => (
        <div key={occasion.no} id={`o${occasion.no}`} className="grid gap-3">
          {occasions.length > 1 && (
            <p dir="auto" className="font-semibold text-lg">
              {occasion.name}
            </p>
          )}
          <OneReply {...{ page, occasion, seen, first }} />
        </div>
      ))}
      <NotThem {...{ gathering, supporter, occasions }} />
    </div>
  )
}

/** False for an occasion that is over, which is shown further down. */
export const isToCome = ({ standing }: Pick<OccasionSeen, 'standing'>): boolean => standing !== 'over'

function OneReply({ page, occasion, seen, first }: ReplyBandProps & { occasion: Invited }) {
  const { was, standing, invitation } = occasion
  const { hostName: host, drive } = seen.gathering
  const { state, replies } = invitation
  const canGive = Boolean(drive?.gives)
  if (standing === 'cancelled') return <AnswerState occasion={occasion} host={host} />
  return (
    <>
      {was && (
        <p role="status" className="rounded-control border-warn border-l-4 bg-warn-soft px-4 py-3 font-semibold">
          <Trans>The time or place has changed</Trans>
        </p>
      )}
      {state !== 'invited' && <AnswerState occasion={occasion} host={host} />}
      {asksAll(invitation) && <OneTouch page={page} occasion={occasion} several={seen.occasions.length > 1} />}
      {state === 'invited' && <AnswerState occasion={occasion} host={host} />}
      {state === 'offered' && replies.includes('yes') && <Offer page={page} occasion={occasion} />}
      {state === 'no' && canGive && !invitation.gives && (
        <GiveInstead page={page} no={occasion.no}>
          <Trans>Give instead</Trans>
        </GiveInstead>
      )}
      <TakeAlong page={page} occasion={occasion} />
      <ChangeAnswer
        {...{ page, occasion, first, canGive }}
        listed={seen.supporter.listed}
        email={emailOf(seen, occasion.no)}
      />
    </>
  )
}

/** Asks for an address for the calendar once: with the first occasion that takes an answer. */
export const emailOf = ({ occasions, supporter }: GuestSeen, no: number): { known: boolean } | undefined =>
  occasions.find(takesAnswers)?.no === no ? { known: supporter.hasEmail } : undefined

type PartProps = { page: string; occasion: Invited }

/** Yes, Maybe and No side by side. The complete form further down shows errors. */
function OneTouch({ page, occasion: { no, name, invitation }, several }: PartProps & { several: boolean }) {
  const { t, i18n } = useLingui()
  const { most, replies } = invitation
  const { adults } = beforeOf(invitation)
  return (
    <form
      method="post"
      action={`${page}/answer#answer-${no}`}
      aria-label={several ? `${t`Answer in one touch`}: ${name}` : t`Answer in one touch`}
      className="grid gap-3"
    >
      <input type="hidden" name="no" value={no} />
      {most > 1 && replies.includes('yes') ? (
        <label className="flex items-center gap-3">
          <span className="font-semibold">
            <Trans>How many come?</Trans>
          </span>
          <select
            name="adults"
            defaultValue={adults}
            className="figures h-11 rounded-control border border-edge bg-card px-3"
          >
            {Array.from({ length: most }, (_, index) => index + 1).map((people) => (
              <option key={people}>{people}</option>
            ))}
          </select>
        </label>
      ) : (
        <input type="hidden" name="adults" value={1} />
      )}
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {replies.map((reply) => (
          <Button
            key={reply}
            name="reply"
            value={reply}
            variant={reply === 'yes' ? 'primary' : 'secondary'}
            className="min-h-13"
          >
            {i18n._(shortReplies[reply])}
          </Button>
        ))}
      </div>
    </form>
  )
}

/** The buttons that take or leave a free place with one touch, for as many people as waited. */
function Offer({ page, occasion: { no, invitation } }: PartProps) {
  const { adults, children, wish } = invitation
  const fields = { no, adults: adults ?? 0, children: children ?? 0, wish }
  return (
    <form method="post" action={`${page}/answer#answer-${no}`} className="flex flex-wrap gap-3">
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

/** The files for guests who come: the pass, and the day for their calendar. */
function TakeAlong({ page, occasion: { no, invitation } }: PartProps) {
  const { state } = invitation
  const comes = state === 'yes' || state === 'maybe'
  return (
    <p className="flex flex-wrap gap-x-6 empty:hidden">
      {state === 'yes' && (
        <a href={`${page}/pass/${no}`} className="inline-flex min-h-11 items-center text-link">
          <Trans>Your pass. A screenshot is enough.</Trans>
        </a>
      )}
      {comes && (
        <a href={`${page}/calendar/${no}`} className="inline-flex min-h-11 items-center text-link">
          <Trans>Put it in your calendar</Trans>
        </a>
      )}
    </p>
  )
}

/** Tells a reader of a forwarded link that the answer is not theirs to give, and where their own is. */
function NotThem({ gathering, supporter, occasions }: GuestSeen) {
  const { t } = useLingui()
  const { name } = supporter
  const { slug, hostName, contact, newcomers } = gathering
  return (
    <details id="not-them">
      <summary dir="auto" className="inline-flex min-h-11 items-center text-link">
        {t`Not ${name}?`}
      </summary>
      <div className="grid justify-items-start gap-2 pb-2">
        <p dir="auto">{t`This page is for ${name} alone. Each answer here counts as theirs, and so does the pass.`}</p>
        {newcomers !== 'none' && occasions.some(isToShare) ? (
          <a href={`/invitation/${slug}`} className="inline-flex min-h-11 items-center text-link">
            <Trans>Answer with your own name</Trans>
          </a>
        ) : (
          <p dir="auto">{t`Would you like to come, too? Please ask ${hostName} for an invitation of your own.`}</p>
        )}
        {contact && <HostContact name={hostName} phone={contact} />}
      </div>
    </details>
  )
}
