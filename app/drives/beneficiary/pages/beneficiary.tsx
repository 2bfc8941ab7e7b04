import { Trans, useLingui } from '@lingui/react/macro'
import { beneficiaryForm, beneficiaryOf, nameBeneficiary } from '#app/drives/beneficiary/beneficiary.server.tsx'
import { beneficiaryMost, beneficiaryTexts } from '#app/drives/beneficiary/beneficiary.ts'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import type { Answer } from '#app/kit/says.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/beneficiary.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const found = await beneficiaryOf(db, id)
  return { slug, named: found ? { ...found, contact: found.email ?? found.phone ?? '' } : null }
}

export const action = formAction({
  form: beneficiaryForm,
  page: true,
  done: beneficiaryTexts.sent,
  failed: beneficiaryTexts.notSent,
  // The link goes to people who did not ask for it.
  limits: (_, { context }) => [{ name: 'beneficiary', key: context.get(personContext)!.id, times: 5, seconds: 86_400 }],
  run: async (typed, { context }) => {
    const { id, slug } = context.get(driveContext)
    await nameBeneficiary(db, id, { ...typed, language: context.get(languageContext) })
    return { go: `/fund-drive/${slug}/beneficiary` }
  },
})

type Named = Route.ComponentProps['loaderData']['named']

/** The owner names the person the drive is for, and sees whether they have answered. */
export default function Beneficiary({ loaderData: { slug, named }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <section className="grid max-w-2xl gap-5 *:min-w-0" aria-labelledby="beneficiary-title">
      <DriveTitle page={t`The one it is for`} />
      <h2 id="beneficiary-title" className="text-2xl">
        <Trans>The one it is for</Trans>
      </h2>
      <p className="text-muted">
        <Trans>
          We send them a link and ask whether they know of your fundraiser. If they say yes, visitors can read it. If
          they say no, nothing is sent until we have looked into it.
        </Trans>
      </p>
      {named && <Standing named={named} />}
      <Changing>
        <Card>
          <BeneficiaryForm to={`/fund-drive/${slug}/beneficiary`} named={named} first={actionData} />
        </Card>
      </Changing>
    </section>
  )
}

function Standing({ named: { answer } }: { named: NonNullable<Named> }) {
  if (answer === 'yes') return <Notice tone="gain" title={<Trans>They said that this is for them.</Trans>} />
  if (answer === 'no')
    return <Notice tone="warn" title={<Trans>They said that they do not know of this. We look into it.</Trans>} />
  return <Notice title={<Trans>They have not answered yet.</Trans>} />
}

function BeneficiaryForm({ to, named, first }: { to: string; named: Named; first: Answer | undefined }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action={to} noValidate className="grid gap-5">
      <Refused answer={answer} />
      <Field name="name" label={<Trans>Name</Trans>} answer={answer} required>
        <Input defaultValue={named?.name} maxLength={beneficiaryMost.name} autoComplete="off" />
      </Field>
      <Field
        name="relation"
        label={<Trans>How do you know them?</Trans>}
        answer={answer}
        required
        hint={<Trans>For example: my mother, or a pupil of our school.</Trans>}
      >
        <Input defaultValue={named?.relation} maxLength={beneficiaryMost.relation} autoComplete="off" />
      </Field>
      <Field
        name="contact"
        label={<Trans>Their email or phone</Trans>}
        answer={answer}
        required
        hint={<Trans>Another name or contact ends the link and the answer before.</Trans>}
      >
        <Input defaultValue={named?.contact} maxLength={beneficiaryMost.contact} autoComplete="off" />
      </Field>
      <Button size="large" busy={busy} busyText={t`Sending...`} className="justify-self-start">
        <Trans>Save and send the link</Trans>
      </Button>
    </Form>
  )
}
