import { Trans, useLingui } from '@lingui/react/macro'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { writeFor } from '#app/group/pledges/manage.server.ts'
import { writtenLimits } from '#app/group/pledges/pledge.server.ts'
import { daysOf, pledgerNameMax, pledgesPath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { writtenForm } from '#app/group/pledges/pledge-forms.ts'
import { DayField, ReachFields } from '#app/group/pledges/promise-form.tsx'
import type { Answer } from '#app/kit/says.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction, useFormKey } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/pledge-write.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export const loader = ({ context }: Route.LoaderArgs) => ({
  slug: context.get(driveContext).slug,
  formKey: crypto.randomUUID() as string,
  days: daysOf(new Date()),
})

export const action = formAction({
  form: writtenForm,
  page: true,
  done: pledgeTexts.written,
  failed: pledgeTexts.notSaved,
  limits: (pledge, { context }) => writtenLimits(pledge, context.get(personContext)!.id),
  run: async (pledge, { context }) => {
    const { slug } = context.get(driveContext)
    const { waits } = await writeFor(db, { ownerId: context.get(personContext)!.id, slug }, pledge)
    return { go: pledgesPath(slug), ...(waits && { says: pledgeTexts.writtenAtNight }) }
  },
})

export default function WritePledge({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`Write down a pledge`} />
      <Card title={<Trans>Write down a pledge</Trans>} className="max-w-xl">
        <WrittenForm {...loaderData} first={actionData} />
      </Card>
    </>
  )
}

type WrittenFormProps = { slug: string; formKey: string; days: ReturnType<typeof daysOf>; first: Answer | undefined }

/** The form in which people of the drive write down another person's promise. */
function WrittenForm({ slug, formKey, days, first }: WrittenFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const key = useFormKey(formKey, answer)
  return (
    <Form method="post" action={`${pledgesPath(slug)}/write`} noValidate className="grid gap-5">
      <input type="hidden" name="key" value={key} />
      <Refused answer={answer} />
      <Field name="name" label={<Trans>Who promised</Trans>} answer={answer} required>
        <Input autoComplete="off" maxLength={pledgerNameMax} />
      </Field>
      <MoneyField label={<Trans>Amount</Trans>} name="amount" answer={answer} required maxLength={24} />
      <DayField label={<Trans>They give by</Trans>} answer={answer} days={days} optional />
      <ReachFields answer={answer} />
      <Checkbox
        name="agreed"
        defaultChecked={answer?.typed?.agreed === 'on'}
        label={<Trans>This person agreed to be written to about it</Trans>}
        hint={
          <Trans>
            Only then we send a text or an email. The first says that you wrote the pledge down, and how to refuse it.
          </Trans>
        }
      />
      <Button busy={busy} busyText={t`Saving...`} wide>
        <Trans>Write down the pledge</Trans>
      </Button>
    </Form>
  )
}
