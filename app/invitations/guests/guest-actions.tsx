import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, Input, TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { guestNameMax, guestNoteMax } from './invitation.ts'
import type { GuestStory, InvitedTo } from './story.server.ts'

/** The form that changes who the guest is. */
export function SaveGuest({ base, guest }: { base: string; guest: GuestStory }) {
  const { t } = useLingui()
  // A save in another window reloads this page: the form keeps the version that it shows.
  const [version, setVersion] = useState(guest.version)
  const { Form, busy, answer } = useFormAction({ onDone: (_, { gave }) => setVersion(Number(gave?.version)) })
  return (
    <Form method="post" action={`${base}/save`} className="grid gap-5">
      <Refused answer={answer} />
      <input type="hidden" name="version" value={version} />
      <PersonFields first={guest} answer={answer} />
      {(guest.undrawn || guest.cardName) && <CardName guest={guest} answer={answer} />}
      <Changing>
        <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
          <Trans>Save guest</Trans>
        </Button>
      </Changing>
    </Form>
  )
}

/** The second name of a guest whose own letters no card can draw: used on the card, and on paper lists and passes. */
function CardName({ guest, answer }: { guest: GuestStory; answer: Answer | undefined }) {
  return (
    <Field
      label={<Trans>Name on the card</Trans>}
      name="cardName"
      answer={answer}
      optional
      hint={<Trans>Cards and paper can't draw this name. Write it in Latin letters for them.</Trans>}
    >
      <Input defaultValue={guest.cardName ?? ''} maxLength={guestNameMax} autoComplete="off" />
    </Field>
  )
}

/** Asks the host whose number it is when an answer on the open link has a number that is on the list already. */
export function WhoseNumber({ base, guest: { claimed, same } }: { base: string; guest: GuestStory }) {
  const { t } = useLingui()
  if (!claimed || !same) return null
  return (
    <Notice
      tone="warn"
      title={t`${same.name} has the number ${claimed} on your list. Is it the same guest?`}
      action={
        <Changing>
          <span className="flex flex-wrap gap-3">
            <MergeButton base={base} decision="same" />
            <MergeButton base={base} decision="other" />
          </span>
        </Changing>
      }
    >
      <Trans>This answer came by the open link. Until you say who it is, it is a guest of its own.</Trans>
    </Notice>
  )
}

function MergeButton({ base, decision }: { base: string; decision: 'same' | 'other' }) {
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action={`${base}/merge`}>
      <input type="hidden" name="decision" value={decision} />
      <Button busy={busy} size="small" variant={decision === 'same' ? 'primary' : 'secondary'}>
        {decision === 'same' ? <Trans>It is her</Trans> : <Trans>Someone else</Trans>}
      </Button>
    </Form>
  )
}

/** The rarer actions on a guest, each with its consequences. */
export function RareActions({ base, invited }: { base: string; invited: InvitedTo[] }) {
  const { t } = useLingui()
  const passes = invited.filter(
    ({ state, status, isOver }) => state && state !== 'withdrawn' && status !== 'cancelled' && !isOver,
  )
  return (
    <Card title={<Trans>More</Trans>} level={3}>
      <div className="grid gap-6 *:min-w-0">
        <MergeForm base={base} />
        <One
          base={base}
          formAction="new-link"
          text={<Trans>The link went to the wrong person? With a new one the old link opens nothing any more.</Trans>}
          sure={<Trans>End the old link</Trans>}
        >
          <Trans>Replace the link</Trans>
        </One>
        {passes.map(({ no, name }) => (
          <One
            key={no}
            base={base}
            formAction="new-pass"
            no={no}
            text={t`Someone else has the pass for “${name}”? With a new one the old pass and its code open no door.`}
            sure={t`End the old pass for “${name}”`}
          >
            {t`Replace the pass for “${name}”`}
          </One>
        ))}
        <One
          base={base}
          formAction="forget"
          text={
            <Trans>Name, number, email, note and wish are removed permanently. What was counted stays counted.</Trans>
          }
          sure={<Trans>Remove this guest permanently</Trans>}
        >
          <Trans>Forget this guest</Trans>
        </One>
      </div>
    </Card>
  )
}

type OneProps = {
  base: string
  formAction: string
  /** The number of an occasion. */
  no?: number
  text: React.ReactNode
  sure: React.ReactNode
  children: React.ReactNode
}

/** The action can't be undone, so the host ticks a box first. */
function One({ base, formAction, no, text, sure, children }: OneProps) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${base}/${formAction}`} className="grid justify-items-start gap-2">
      <Refused answer={answer} />
      {no && <input type="hidden" name="no" value={no} />}
      <p className="max-w-[60ch] text-muted">{text}</p>
      <Checkbox name="sure" answer={answer} label={sure} />
      <Button
        variant="secondary"
        busy={busy}
        busyText={t`Saving...`}
        className={formAction === 'forget' ? 'text-stop' : ''}
      >
        {children}
      </Button>
    </Form>
  )
}

function MergeForm({ base }: { base: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${base}/merge`} className="grid gap-3">
      <Field
        label={<Trans>The same guest is on the list twice</Trans>}
        name="with"
        answer={answer}
        required
        hint={
          <Trans>
            The number or the link of the other entry, which stays. The later answer counts, and both links go on
            working.
          </Trans>
        }
      >
        <Input autoComplete="off" spellCheck={false} maxLength={200} />
      </Field>
      <Checkbox name="sure" answer={answer} label={<Trans>They are one and the same guest</Trans>} />
      <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Merge</Trans>
      </Button>
    </Form>
  )
}

type First = { name?: string; phone?: string | null; email?: string | null; groups?: string[]; note?: string }

/** The fields of a guest: a person or a household. */
export function PersonFields({ first, answer }: { first: First; answer: Answer | undefined }) {
  return (
    <>
      <Field
        label={<Trans>Name</Trans>}
        name="name"
        answer={answer}
        required
        hint={<Trans>As the card has it: Mama Njeri & family.</Trans>}
      >
        <Input defaultValue={first.name ?? ''} maxLength={guestNameMax} autoComplete="off" />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={<Trans>Phone number</Trans>} name="phone" answer={answer} optional>
          <Input defaultValue={first.phone ?? ''} inputMode="tel" autoComplete="off" />
        </Field>
        <Field label={<Trans>Email</Trans>} name="email" answer={answer} optional>
          <Input defaultValue={first.email ?? ''} inputMode="email" autoComplete="off" spellCheck={false} />
        </Field>
      </div>
      <Field
        label={<Trans>Groups</Trans>}
        name="groups"
        answer={answer}
        optional
        hint={<Trans>Such as: Family, Choir. With a comma between them.</Trans>}
      >
        <Input defaultValue={first.groups?.join(', ') ?? ''} autoComplete="off" />
      </Field>
      <Field
        label={<Trans>Note</Trans>}
        name="note"
        answer={answer}
        optional
        hint={<Trans>For you alone. The guest does not see it.</Trans>}
      >
        <TextArea rows={2} defaultValue={first.note ?? ''} maxLength={guestNoteMax} />
      </Field>
    </>
  )
}
