import { Trans } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { AnswerForm } from './answer-form.tsx'
import { beforeOf } from './answered-before.ts'
import { GiveInstead } from './give-instead.tsx'
import type { InvitationSeen } from './guest.server.ts'
import type { OccasionSeen } from './occasion-seen.server.ts'

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
