import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { SendLink } from '#app/ui/send-link.tsx'
import { useFormAction, useFormKey } from '#app/ui/use-form-action.tsx'
import { type daysOf, pledgeEmailMax, pledgerNameMax, pledgeTexts, promisePath, type ToldPledge } from './pledge.ts'

type Days = ReturnType<typeof daysOf>
/** The end of a number, and whether there is an email address. */
type Known = { phone: string | null; email: boolean }
type PromiseFormProps = {
  slug: string
  /** The key that tells a form sent twice from two forms. */
  formKey: string
  days: Days
  giver: { name: string; email: string | null } | null
  /** The hosts' way to reach the guest who came by an invitation; null for all others. */
  known: Known | null
  /** The form action's answer to a browser without a script. */
  first: Answer | undefined
}

/** The form of a promise to give later: how much, by when, and where the link is sent. No money moves. */
export function PromiseForm({ slug, formKey, days, giver, known, first }: PromiseFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const key = useFormKey(formKey, answer)
  if (answer?.ok) return <Promised {...(answer.gave as PromisedProps)} />
  return (
    <Form method="post" action={promisePath(slug)} noValidate className="grid gap-5">
      <input type="hidden" name="key" value={key} />
      <MoneyField label={<Trans>Amount</Trans>} name="amount" answer={answer} required maxLength={24} />
      <Field name="name" label={<Trans>Name</Trans>} answer={answer}>
        <Input autoComplete="name" maxLength={pledgerNameMax} defaultValue={giver?.name} />
      </Field>
      <ReachFields answer={answer} email={giver?.email ?? undefined} known={known} />
      <DayField label={<Trans>You give by</Trans>} answer={answer} days={days} first={days.usual} />
      <Checkbox
        name="anonymous"
        defaultChecked={answer?.typed?.anonymous === 'on'}
        label={<Trans>Donate anonymously</Trans>}
        hint={<Trans>Your name is hidden from the public and from the organiser.</Trans>}
      />
      <Checkbox
        name="follow"
        defaultChecked={answer?.typed?.follow === 'on'}
        label={<Trans>Tell me how it goes</Trans>}
      />
      <p className="text-muted text-sm">
        <Trans>
          You pay nothing now. We send you a link to pay, and remind you three times at most: before the day, on it, and
          a week later. You can stop that, change the amount or the day, or cancel the pledge.
        </Trans>
      </p>
      {answer !== first && !answer?.errors && <Refused answer={answer} />}
      <Button size="large" busy={busy} busyText={t`Saving...`} wide>
        <Trans>I will give later</Trans>
      </Button>
    </Form>
  )
}

type ReachProps = { answer: Answer | undefined; email?: string | undefined; known?: Known | null }

/** The fields for phone and email. One of the two is needed: the link goes there. A guest whom the hosts can reach may leave both empty. */
export function ReachFields({ answer, email, known }: ReachProps) {
  const { t } = useLingui()
  const end = known?.phone
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field name="phone" label={<Trans>Phone</Trans>} answer={answer} hint={end && t`Leave it empty for ${end}.`}>
        <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={20} placeholder="0712 345 678" />
      </Field>
      <Field
        name="email"
        label={<Trans>or email</Trans>}
        answer={answer}
        hint={known?.email && !end && <Trans>Leave it empty for the address we know.</Trans>}
      >
        <Input type="email" autoComplete="email" maxLength={pledgeEmailMax} defaultValue={email} />
      </Field>
    </div>
  )
}

type DayProps = { answer: Answer | undefined; days: Days; label: ReactNode; first?: string; optional?: boolean }

export const DayField = ({ answer, days, label, first, optional = false }: DayProps) => (
  <Field name="dueOn" label={label} answer={answer} optional={optional}>
    <Input type="date" min={days.first} max={days.last} defaultValue={first} className="max-w-56" />
  </Field>
)

type PromisedProps = { path: string; link: string; told: ToldPledge }

/** The next step; and the link, shown only this once, if no message brings it soon. */
function Promised({ path, link, told }: PromisedProps) {
  const { i18n } = useLingui()
  return (
    <div className="grid gap-5">
      <Notice
        tone="gain"
        title={
          told === 'now' ? (
            <Trans>Nearly done: open the message we sent and confirm</Trans>
          ) : (
            <Trans>Nearly done: your pledge waits for your confirmation</Trans>
          )
        }
      >
        {told === 'now' && (
          <Trans>
            Thank you! Once you confirm by its link, your pledge counts for the fundraiser, and we remind you. To a
            phone that said STOP we send nothing.
          </Trans>
        )}
        {told === 'morning' && i18n._(pledgeTexts.sayYesInTheMorning)}
        {told === 'tomorrow' && i18n._(pledgeTexts.sayYesTomorrow)}
        {told === 'never' && (
          <Trans>
            We can send no message to this phone. Open your pledge and confirm there: then it counts for the fundraiser.
          </Trans>
        )}
      </Notice>
      {(told === 'tomorrow' || told === 'never') && <KeepLink link={link} />}
      <LinkButton to={path} size="large" wide>
        <Trans>Open my pledge</Trans>
      </LinkButton>
    </div>
  )
}

function KeepLink({ link }: { link: string }) {
  const { t } = useLingui()
  const text = t`My pledge on {brand}: ${link}`
  return (
    <div className="grid gap-3">
      <p>
        <Trans>Keep its link: it is shown only now. With it you pay, change the amount, or cancel the pledge.</Trans>
      </p>
      <SendLink link={link} label={t`Link of your pledge`} text={text} variant="secondary" />
    </div>
  )
}
