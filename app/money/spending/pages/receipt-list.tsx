import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { data, Link } from 'react-router'
import { keepSentAlong } from '#app/base/pictures/picture.server.ts'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { moneyText } from '#app/kit/money.ts'
import { addReceipts, payoutNumber, receiptLimits, withdrawalWith } from '#app/money/spending/receipts.server.ts'
import { notShown, receiptMost, spendingTexts } from '#app/money/spending/spending.ts'
import { receiptListForm } from '#app/money/spending/spending-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { noSuchDrive } from '#app/site/not-found.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, Input, TextArea } from '#app/ui/field.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction, useFormKey } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/receipt-list.ts'
import { PhotoFields } from './receipts.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const withdrawal = await withdrawalWith(db, id, payoutNumber(params.payout))
  if (!withdrawal) throw data(noSuchDrive, { status: 404 })
  return {
    page: `/fund-drive/${slug}/money/${withdrawal.id}`,
    left: notShown(withdrawal),
    formKey: crypto.randomUUID(),
  }
}

export const action = formAction({
  form: receiptListForm,
  page: true,
  done: spendingTexts.listAdded,
  failed: spendingTexts.listNotAdded,
  first: (fields, { context }) => keepSentAlong(db, context.get(personContext)!.id, fields),
  limits: (_, { context }) => receiptLimits(context.get(personContext)!.id),
  run: async ({ rows, what, hides, ...typed }, { context, params }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const payout = payoutNumber(params.payout)
    const by = context.get(personContext)!.id
    const all = rows.map((row) => ({ ...row, what }))
    await addReceipts(db, { driveId, payout, by, rows: all, showsName: hides !== 'on', field: 'rows', ...typed })
    return { go: `/fund-drive/${slug}/money/${payout}` }
  },
})

/** Takes many payments at once, such as to households, under one photo of the list that they signed. */
export default function ReceiptList({ loaderData, actionData }: Route.ComponentProps) {
  const { page, left, formKey } = loaderData
  const { t } = useLingui()
  const [uploading, setUploading] = useState(false)
  const { Form, busy, answer = actionData } = useFormAction()
  const key = useFormKey(formKey, answer)
  return (
    <section className="grid max-w-3xl gap-5 *:min-w-0" aria-labelledby="list-title">
      <DriveTitle page={t`Paste a list`} />
      <h2 id="list-title" className="text-2xl">
        <Trans>Paste a list</Trans>
      </h2>
      <Changing>
        <Card>
          <Form
            method="post"
            action={`${page}/list`}
            encType="multipart/form-data"
            noValidate
            className="grid gap-4 *:min-w-0"
          >
            <input type="hidden" name="key" value={key} />
            <Refused answer={answer} />
            <Field
              name="rows"
              label={<Trans>Rows: name, amount, day</Trans>}
              answer={answer}
              required
              hint={<Trans>One row a line, at most 300. {moneyText(left)} is not shown yet.</Trans>}
            >
              <TextArea rows={8} placeholder={'Amina Yusuf, 1,000, 20/11/2026'} spellCheck={false} />
            </Field>
            <Checkbox
              name="hides"
              label={<Trans>Don't show the names</Trans>}
              defaultChecked={!answer?.typed || answer.typed.hides === 'on'}
            />
            <Field name="what" label={<Trans>What was bought</Trans>} answer={answer} required>
              <Input maxLength={receiptMost.what} autoComplete="off" />
            </Field>
            <PhotoFields label={<Trans>Photo of the signed list</Trans>} answer={answer} onBusy={setUploading} />
            <Button
              busy={busy || uploading}
              busyText={uploading ? t`Uploading...` : t`Saving...`}
              className="justify-self-start"
            >
              <Trans>Add the list</Trans>
            </Button>
          </Form>
        </Card>
      </Changing>
      <Link to={page} className="inline-flex min-h-11 items-center text-link">
        <Trans>Back to the receipts</Trans>
      </Link>
    </section>
  )
}
