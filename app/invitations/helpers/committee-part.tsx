import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import type { HelperRole } from '#app/kit/rights.ts'
import type { Answer } from '#app/kit/says.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Part } from '#app/ui/empty-state.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { SendLink } from '#app/ui/send-link.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { type HelpedNoun, invitedMax } from './member.ts'
import { WhatTheyDo } from './what-they-do.tsx'

type CommitteePartProps = {
  noun: HelpedNoun
  /** The address of the page, to which its form posts; the removal of a helper is below it. */
  base: string
  title: string
  helpers: Helper[] | 'failed'
  first?: Answer | undefined
  /** The other helpers. */
  children?: ReactNode
}

/** Helpers of a drive or an invitation: their work, their names, and the form that makes a link for one more. */
export function CommitteePart({ noun, base, title, helpers, first, children }: CommitteePartProps) {
  const roles: readonly HelperRole[] = noun === 'drive' ? ['treasurer', 'secretary'] : ['secretary']
  return (
    <>
      <h2 className="text-2xl">
        <Trans>Helpers</Trans>
      </h2>
      {roles.map((role) => (
        <Card
          key={role}
          level={3}
          title={role === 'treasurer' ? <Trans>What a treasurer does</Trans> : <Trans>What a secretary does</Trans>}
        >
          <WhatTheyDo of={role} noun={noun} />
        </Card>
      ))}
      <Card level={3} title={<Trans>Who helps</Trans>}>
        <Part of={helpers}>{(all) => <HelperList base={base} helpers={all} />}</Part>
        {children}
      </Card>
      <Changing>
        <Card level={3} title={<Trans>Invite a helper</Trans>}>
          <InviteForm base={base} title={title} chooses={roles.length > 1} first={first} />
        </Card>
      </Changing>
    </>
  )
}

type InviteFormProps = {
  /** The address of the page. */
  base: string
  title: string
  /** Whether there is more than one role to choose from. */
  chooses: boolean
  first?: Answer | undefined
}

/** The form that makes the link by which a person becomes a helper, and ways to send it. */
function InviteForm({ base, title, chooses, first }: InviteFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const { link, role } = answer?.gave ?? {}
  return (
    <div className="grid gap-5">
      <Form method="post" action={base} className="grid gap-4">
        <Field
          label={<Trans>Whom do you invite?</Trans>}
          name="invited"
          answer={answer}
          required
          hint={<Trans>A name, for your own list. Nothing is sent by us.</Trans>}
        >
          <Input maxLength={invitedMax} autoComplete="off" />
        </Field>
        {chooses && <RoleField answer={answer} />}
        <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
          <Trans>Make a link for the helper</Trans>
        </Button>
      </Form>
      {link && <Invitation key={String(link)} link={String(link)} role={role as HelperRole} title={title} />}
    </div>
  )
}

const RoleField = ({ answer }: { answer: Answer | undefined }) => (
  <RadioCards
    legend={<Trans>What will they be?</Trans>}
    name="role"
    answer={answer}
    required
    defaultValue={answer?.typed?.role ?? 'treasurer'}
    choices={[
      {
        value: 'treasurer',
        label: <Trans>Treasurer</Trans>,
        hint: <Trans>Records cash and pledges, and sees who gave</Trans>,
      },
      {
        value: 'secretary',
        label: <Trans>Secretary</Trans>,
        hint: <Trans>Invites guests, and looks after their answers and the doors</Trans>,
      },
    ]}
  />
)

function Invitation({ link, role, title }: { link: string; role: HelperRole; title: string }) {
  const { t } = useLingui()
  const text =
    role === 'treasurer'
      ? t`Please be the treasurer of "${title}" on {brand}. Open this link within 7 days: ${link}`
      : t`Please be the secretary of "${title}" on {brand}. Open this link within 7 days: ${link}`
  return (
    <div className="grid gap-3 rounded-control border border-line p-4">
      <p className="font-semibold">
        <Trans>Send this link. It is shown once, works once, and for 7 days.</Trans>
      </p>
      <SendLink link={link} label={t`Link for the helper`} text={text} />
    </div>
  )
}

type Helper = {
  id: number
  invited: string
  role: HelperRole
  name: string | null
  since: Date | null
  until: Date
}

/** The helpers, and the people who are invited. `base`: the address of the page. */
function HelperList({ base, helpers }: { base: string; helpers: Helper[] }) {
  if (helpers.length === 0)
    return (
      <p className="text-muted">
        <Trans>Nobody helps yet.</Trans>
      </p>
    )
  return (
    <ul className="-my-2 divide-y divide-line">
      {helpers.map((helper) => (
        <One key={helper.id} base={base} helper={helper} />
      ))}
    </ul>
  )
}

function One({ base, helper: { id, invited, role, name, since, until } }: { base: string; helper: Helper }) {
  const { t, i18n } = useLingui()
  const { Form, busy } = useFormAction()
  const day = briefDayIn(i18n.locale as Language, since ?? until)
  const who = name ?? invited
  const stands = {
    treasurer: since ? t`Treasurer since ${day}` : t`Invited as treasurer, until ${day}`,
    secretary: since ? t`Secretary since ${day}` : t`Invited as secretary, until ${day}`,
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold" dir="auto">
          {who}
        </p>
        <p className="text-muted text-sm">{stands[role]}</p>
      </div>
      <Changing>
        <Form method="post" action={`${base}/remove`}>
          <input type="hidden" name="helper" value={id} />
          <Button variant="secondary" busy={busy} aria-label={since ? t`Remove ${who}` : t`Stop the link of ${who}`}>
            {since ? <Trans>Remove</Trans> : <Trans>Stop the link</Trans>}
          </Button>
        </Form>
      </Changing>
    </li>
  )
}
