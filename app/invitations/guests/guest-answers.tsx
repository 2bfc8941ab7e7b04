import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, Input, Select } from '#app/ui/field.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { invitationStateWords, replyAsWords } from './invitation.ts'
import type { InvitedTo } from './story.server.ts'

/** One guest and one occasion: the state, the host's own answer for them, their seats, and every step so far. */
export function GuestAnswers({ base, invited }: { base: string; invited: InvitedTo }) {
  const { i18n } = useLingui()
  const { name, state, wish, gives, steps, status, otherDay } = invited
  const isInvited = state !== null && state !== 'withdrawn'
  return (
    <Card
      level={3}
      title={<span dir="auto">{name}</span>}
      action={state && <Badge tone={state === 'yes' ? 'gain' : 'neutral'}>{i18n._(invitationStateWords[state])}</Badge>}
    >
      <div className="grid gap-5 *:min-w-0">
        <Party invited={invited} />
        {otherDay && (
          <p className="text-warn">
            <Trans>They said Yes before the day was changed.</Trans>
          </p>
        )}
        {gives && (
          <p>
            <Trans>Can’t come, but will give.</Trans>
          </p>
        )}
        {wish && (
          <blockquote className="wrap-anywhere whitespace-pre-wrap border-line border-l-3 pl-3" dir="auto">
            {wish}
          </blockquote>
        )}
        {status !== 'cancelled' && (
          <Changing>
            {isInvited && <AnswerFor base={base} invited={invited} />}
            <SeatsOf base={base} invited={invited} />
          </Changing>
        )}
        {steps.length > 0 && <Steps steps={steps} />}
      </div>
    </Card>
  )
}

function Party({ invited: { state, seats, adults, children } }: { invited: InvitedTo }) {
  if (state === null || state === 'withdrawn')
    return (
      <p className="text-muted">
        <Trans>Not invited to this occasion.</Trans>
      </p>
    )
  return (
    <p className="figures flex flex-wrap gap-x-4 gap-y-1 text-muted">
      <span>
        <Plural value={seats ?? 0} one="Invited with # seat" other="Invited with # seats" />
      </span>
      {adults !== null && (
        <span>
          <Plural value={adults} one="# adult" other="# adults" />
          {(children ?? 0) > 0 && ' · '}
          {(children ?? 0) > 0 && <Plural value={children ?? 0} one="# child" other="# children" />}
        </span>
      )}
    </p>
  )
}

/** The form in which the host enters a guest's answer. */
function AnswerFor({ base, invited: { no, state, seats, adults, children } }: { base: string; invited: InvitedTo }) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const first = state === 'yes' || state === 'maybe' || state === 'no' ? state : ''
  return (
    <Form method="post" action={`${base}/answer`} className="grid gap-3">
      <Refused answer={answer} />
      <input type="hidden" name="no" value={no} />
      <div className="grid items-start gap-3 sm:grid-cols-[2fr_1fr_1fr]">
        <Field label={<Trans>Answer for them</Trans>} name="reply" answer={answer} required>
          <Select defaultValue={first}>
            <option value="">{t`Choose…`}</option>
            {(['yes', 'maybe', 'no'] as const).map((reply) => (
              <option key={reply} value={reply}>
                {i18n._(replyAsWords[reply])}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={<Trans>Adults</Trans>} name="adults" answer={answer}>
          <Input defaultValue={String(adults ?? seats ?? 1)} inputMode="numeric" autoComplete="off" />
        </Field>
        <Field label={<Trans>Children</Trans>} name="children" answer={answer}>
          <Input defaultValue={String(children ?? 0)} inputMode="numeric" autoComplete="off" />
        </Field>
      </div>
      <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Save answer</Trans>
      </Button>
    </Form>
  )
}

function SeatsOf({ base, invited: { no, seats, state } }: { base: string; invited: InvitedTo }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const isInvited = state !== null && state !== 'withdrawn'
  return (
    <Form method="post" action={`${base}/seats`} className="grid gap-3">
      <Refused answer={answer} />
      <input type="hidden" name="no" value={no} />
      <Field
        label={<Trans>Seats</Trans>}
        name="seats"
        answer={answer}
        className="max-w-xs"
        hint={isInvited ? <Trans>0 takes the invitation back.</Trans> : undefined}
      >
        <Input defaultValue={String(isInvited ? seats : 1)} inputMode="numeric" autoComplete="off" />
      </Field>
      <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {isInvited ? <Trans>Save seats</Trans> : <Trans>Invite to this occasion</Trans>}
      </Button>
    </Form>
  )
}

/** The steps of the invitation, the newest first, each with its author. */
function Steps({ steps }: Pick<InvitedTo, 'steps'>) {
  const { i18n } = useLingui()
  const by = { guest: <Trans>the guest</Trans>, host: <Trans>you</Trans>, door: <Trans>the door</Trans> }
  return (
    <ol className="grid gap-1.5 text-sm">
      {steps.map(({ id, state, people, by: who, at }) => (
        <li key={id} className="flex flex-wrap gap-x-2">
          <span className="font-semibold">{i18n._(invitationStateWords[state])}</span>
          {people > 0 && (
            <span>
              <Plural value={people} one="# person" other="# people" />
            </span>
          )}
          <span className="text-muted">
            {momentIn(i18n.locale as Language, at)} · {who === 'clock' ? <Trans>automatically</Trans> : by[who]}
          </span>
        </li>
      ))}
    </ol>
  )
}
