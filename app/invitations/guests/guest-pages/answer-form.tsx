import { Trans, useLingui } from '@lingui/react/macro'
import type { InvitationSeen } from '#app/invitations/guests/guest.server.ts'
import { type InvitationState, partyMax, type Reply, wishMax } from '#app/invitations/guests/invitation.ts'
import type { OccasionSeen } from '#app/invitations/guests/occasion-seen.server.ts'
import type { OccasionKind } from '#app/invitations/occasions/occasion.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, Input, TextArea } from '#app/ui/field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { GiveInstead } from './give-part.tsx'
import { replyWords } from './guest-words.ts'

/** The initial values: the previous answer. */
type Before = { reply?: Reply | undefined; adults: number; children: number; wish: string }
type AnswerFormProps = {
  action: string
  no: number
  kind: OccasionKind
  /** The largest party that the guest may enter. */
  most: number
  replies: Reply[]
  before: Before
  /** The form action's answer, perhaps about another occasion's form. */
  first: Answer | undefined
  /** Whether names are shown to other guests, and whether this one's is. */
  list?: { listed: boolean } | undefined
  /** Asks for an email address for the calendar. `known`: there is one already. */
  email?: { known: boolean } | undefined
  /** Fields for the guest's name and number, if they are not known yet. */
  children?: React.ReactNode
}

/** Yes, Maybe or No to one occasion, and with how many. */
export function AnswerForm({ action, no, kind, most, replies, before, list, email, ...rest }: AnswerFormProps) {
  const { t, i18n } = useLingui()
  const answer = rest.first?.typed?.no === String(no) ? rest.first : undefined
  const words = replyWords(kind)
  const typed = answer?.typed
  // A guest who may only say No is asked nothing about coming.
  const mayCome = replies.some((reply) => reply !== 'no')
  return (
    <form method="post" id={`answer-${no}`} action={`${action}#answer-${no}`} noValidate className="grid gap-4">
      <input type="hidden" name="no" value={no} />
      {rest.children}
      <div className="[&_label]:min-h-14">
        <RadioCards
          legend={<Trans>Your answer</Trans>}
          name="reply"
          columns=""
          choices={replies.map((value) => ({ value, label: i18n._(words[value]) }))}
          defaultValue={typed?.reply ?? before.reply}
          answer={answer}
          required
        />
      </div>
      {mayCome && <Party {...{ most, before, answer }} />}
      <Field name="wish" label={<Trans>A word to the hosts</Trans>} optional answer={answer}>
        <TextArea defaultValue={before.wish} maxLength={wishMax} rows={2} />
      </Field>
      {list && mayCome && (
        <>
          <input type="hidden" name="lists" value="1" />
          <Checkbox
            name="listed"
            value="on"
            label={t`Show my name to other guests`}
            defaultChecked={typed ? typed.listed === 'on' : list.listed}
          />
        </>
      )}
      {email && mayCome && (
        <Field
          name="email"
          label={<Trans>Email, for your calendar</Trans>}
          optional
          answer={answer}
          hint={email.known ? <Trans>Leave it empty for the address we know.</Trans> : undefined}
        >
          <Input type="email" autoComplete="email" maxLength={254} />
        </Field>
      )}
      <Button size="large" wide>
        <Trans>Send answer</Trans>
      </Button>
    </form>
  )
}

function Party({ most, before, answer }: { most: number; before: Before; answer: Answer | undefined }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field name="adults" label={<Trans>Adults</Trans>} answer={answer} hint={<Trans>At most {most} in all.</Trans>}>
        <Input type="number" inputMode="numeric" min={0} max={partyMax} defaultValue={before.adults} />
      </Field>
      <Field name="children" label={<Trans>Children</Trans>} answer={answer}>
        <Input type="number" inputMode="numeric" min={0} max={partyMax} defaultValue={before.children} />
      </Field>
    </div>
  )
}

type AnswerPartProps = {
  /** The address of the guest's page. */
  page: string
  occasion: OccasionSeen & { invitation: InvitationSeen }
  first: Answer | undefined
  listed: boolean
  email: { known: boolean } | undefined
  /** The gathering is for a drive that takes gifts now. */
  canGive: boolean
}

/** True while an answer is missing: the whole form is open below the facts. Afterwards it is one touch away, beside the answer. */
export const asksAll = ({ state, otherDay, replies }: InvitationSeen): boolean =>
  replies.length > 0 && (state === 'invited' || otherDay)

/** The form for an answer with all that it asks, and the way to giving instead. */
export function AnswerPart({ page, occasion, first, listed, email, canGive }: AnswerPartProps) {
  const { no, kind, showsList, invitation } = occasion
  return (
    <div className="grid gap-4">
      <AnswerForm
        action={`${page}/answer`}
        {...{ no, kind, first, email }}
        most={invitation.most}
        replies={invitation.replies}
        before={beforeOf(invitation)}
        list={showsList ? { listed } : undefined}
      />
      {canGive && !invitation.gives && invitation.state !== 'no' && (
        <GiveInstead page={page} no={no}>
          <Trans>Can’t come, but will give</Trans>
        </GiveInstead>
      )}
    </div>
  )
}

/** The folded form after an answer. Opens by itself if the new answer was refused. */
export function ChangeAnswer(props: AnswerPartProps) {
  const { no, invitation } = props.occasion
  if (invitation.replies.length === 0 || asksAll(invitation)) return null
  return (
    <details open={props.first?.typed?.no === String(no) || undefined}>
      <summary className="inline-flex min-h-11 items-center text-link">
        <Trans>Change your answer</Trans>
      </summary>
      <div className="pt-2">
        <AnswerPart {...props} />
      </div>
    </details>
  )
}

const replyOf: Partial<Record<InvitationState, Reply>> = { yes: 'yes', asked: 'yes', waiting: 'yes', offered: 'yes' }

/** Returns the initial values of answer forms: the previous answer, or as many people as there are seats. */
export const beforeOf = ({ state, adults, children, most, seats, wish }: InvitationSeen) => ({
  reply: replyOf[state] ?? (state === 'maybe' || state === 'no' ? state : undefined),
  adults: adults ?? Math.min(seats, most),
  children: children ?? 0,
  wish,
})
