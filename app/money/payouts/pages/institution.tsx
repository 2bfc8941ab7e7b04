import { Trans, useLingui } from '@lingui/react/macro'
import { z } from 'zod'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { supportMessageLimits, writeSupportMessage } from '#app/drives/support/message.server.tsx'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import type { Answer } from '#app/kit/says.ts'
import { said } from '#app/kit/says.ts'
import { institutionMost, institutionTexts } from '#app/money/institutions/institution.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Field, Input, TextArea } from '#app/ui/field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/institution.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

const wishForm = z.object({
  name: z
    .string()
    .catch('')
    .transform(oneLine)
    .pipe(
      z.string().min(2, said(institutionTexts.nameShape)).max(institutionMost.name, said(institutionTexts.nameShape)),
    ),
  where: z
    .string()
    .catch('')
    .transform(manyLines)
    .pipe(z.string().min(1, said(institutionTexts.whereMissing)).max(500, said(institutionTexts.whereLong))),
  key: z.uuid().optional().catch(undefined),
})

export const loader = ({ context }: Route.LoaderArgs) => ({
  base: `/fund-drive/${context.get(driveContext).slug}/payouts`,
  formKey: crypto.randomUUID() as string,
})

export const action = formAction({
  form: wishForm,
  page: true,
  failed: institutionTexts.notAsked,
  limits: (_, { context }) => supportMessageLimits(context.get(personContext)!.id).map((one) => ({ ...one, times: 5 })),
  run: async ({ name, where, key }, { context }) => {
    const { slug } = context.get(driveContext)
    const { email } = context.get(personContext)!
    const message = `New institution: ${name}\n${where}\n/admin/fund-drives/${slug}`
    const language = context.get(languageContext)
    await writeSupportMessage(db, { slug: null, reason: 'question', message, email: email || null, language, key })
    return { go: `/fund-drive/${slug}/payouts`, says: institutionTexts.asked }
  },
})

/** Asks administrators to confirm an institution that is not in the list. It is a letter to the office. */
export default function AskForInstitution({ loaderData: { base, formKey }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`Ask for an institution`} />
      <AddressDialog
        closeTo={`${base}/withdraw`}
        title={<Trans>Ask for an institution</Trans>}
        text={
          <Trans>
            We call the institution back. Once two administrators have confirmed its number, you can choose it.
          </Trans>
        }
      >
        <WishForm to={`${base}/institution`} formKey={formKey} first={actionData} />
      </AddressDialog>
    </>
  )
}

function WishForm({ to, formKey, first }: { to: string; formKey: string; first: Answer | undefined }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action={to} noValidate className="grid gap-5">
      <input type="hidden" name="key" value={first?.typed?.key || formKey} />
      <Refused answer={answer} />
      <Field
        name="name"
        label={<Trans>Name of the hospital, school or other institution</Trans>}
        answer={answer}
        required
      >
        <Input maxLength={institutionMost.name} autoComplete="off" />
      </Field>
      <Field
        name="where"
        label={<Trans>Where do we find its number?</Trans>}
        answer={answer}
        required
        hint={<Trans>For example its town, its site, and the phone on its bill.</Trans>}
      >
        <TextArea rows={3} maxLength={500} />
      </Field>
      <Button size="large" wide busy={busy} busyText={t`Sending...`}>
        <Trans>Ask</Trans>
      </Button>
    </Form>
  )
}
