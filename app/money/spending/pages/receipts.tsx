import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { data, Link } from 'react-router'
import { keepSentAlong } from '#app/base/pictures/picture.server.ts'
import { PictureField, usePicturesForm } from '#app/base/pictures/picture-field.tsx'
import { DriveTitle, driveContext, readOnlyContext, useRefusedBefore } from '#app/drives/drive/pages/context.tsx'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'
import {
  addReceipts,
  payoutNumber,
  receiptLimits,
  receiptsOf,
  withdrawalWith,
} from '#app/money/spending/receipts.server.ts'
import { ReceiptsList } from '#app/money/spending/receipts-list.tsx'
import { firstSpentOn, notShown, receiptMost, spendingTexts } from '#app/money/spending/spending.ts'
import { receiptForm } from '#app/money/spending/spending-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { noSuchDrive } from '#app/site/not-found.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/receipts.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const withdrawal = await withdrawalWith(db, id, payoutNumber(params.payout))
  if (!withdrawal) throw data(noSuchDrive, { status: 404 })
  const receipts = await receiptsOf(db, [withdrawal.whole], { seenBy: 'helpers' })
  return {
    slug,
    withdrawal,
    receipts: receipts.get(withdrawal.whole) ?? [],
    today: dayAt(new Date()),
    isOffice: context.get(readOnlyContext),
    formKey: crypto.randomUUID(),
  }
}

export const action = formAction({
  form: receiptForm,
  page: true,
  done: spendingTexts.added,
  failed: spendingTexts.notAdded,
  first: (fields, { context }) => keepSentAlong(db, context.get(personContext)!.id, fields),
  limits: (_, { context }) => receiptLimits(context.get(personContext)!.id),
  run: async ({ amount, paidTo, what, day, hides, ...typed }, { context, params }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const payout = payoutNumber(params.payout)
    const by = context.get(personContext)!.id
    const rows = [{ amount, paidTo, what, day }]
    await addReceipts(db, { driveId, payout, by, rows, showsName: hides !== 'on', ...typed })
    // With a script the page stays, and its form is emptied for the next receipt.
    return context.get(askedContext).byScript
      ? { gave: { key: crypto.randomUUID() } }
      : { go: `/fund-drive/${slug}/money/${payout}` }
  },
})

/** Shows a withdrawal's receipts, and the form for one more. */
export default function Receipts({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, withdrawal, receipts, today, formKey, isOffice } = loaderData
  const { t } = useLingui()
  const page = `/fund-drive/${slug}/money/${withdrawal.id}`
  const { sent, shown, purpose, isReturned } = withdrawal
  const left = notShown(withdrawal)
  return (
    <section className="grid max-w-3xl gap-5 *:min-w-0" aria-labelledby="receipts-title">
      <DriveTitle page={t`What it bought`} />
      <div>
        <h2 id="receipts-title" className="wrap-anywhere text-2xl" dir="auto">
          {purpose || <Trans>Withdrawal W{withdrawal.id}</Trans>}
        </h2>
        <p className="mt-1">
          <Trans>
            {moneyText(shown)} of {moneyText(sent)} shown
          </Trans>
        </p>
        {isReturned && (
          <p className="text-muted">
            <Trans>The money was returned.</Trans>
          </p>
        )}
      </div>
      {sent === 0 && !isReturned && (
        <p className="text-muted">
          <Trans>Receipts can be added once the withdrawal was sent.</Trans>
        </p>
      )}
      {left > 0 && (
        <Changing>
          <Card level={3} title={<Trans>Add a receipt</Trans>}>
            <AddReceipt {...{ page, today, formKey, left }} first={actionData} />
            <Link to={`${page}/list`} className="mt-3 inline-flex min-h-11 items-center text-link">
              <Trans>Paste a list</Trans>
            </Link>
          </Card>
        </Changing>
      )}
      {receipts.length > 0 && (
        <Card level={3} title={<Trans>Receipts</Trans>}>
          <ReceiptsList receipts={receipts}>
            {({ id, undoneWhy, ofList, photo, hidden }) => (
              <>
                {hidden !== null && <HiddenNotice why={hidden} />}
                {isOffice && (photo || hidden !== null) && (
                  <OfficeLink page={`${slug}/money/${withdrawal.id}/${id}`} hidden={hidden !== null} />
                )}
                {undoneWhy === null && <Undo page={page} receipt={id} ofList={ofList} />}
              </>
            )}
          </ReceiptsList>
        </Card>
      )}
      <Link to={`/fund-drive/${slug}/money`} className="inline-flex min-h-11 items-center text-link">
        <Trans>All withdrawals</Trans>
      </Link>
    </section>
  )
}

type AddProps = { page: string; today: string; formKey: string; left: number; first: Answer | undefined }

function AddReceipt({ page, today, formKey, left, first }: AddProps) {
  const { t } = useLingui()
  const { Form, busy, answer, key, made, uploading, setUploading } = usePicturesForm(formKey, first)
  return (
    <Form method="post" action={page} encType="multipart/form-data" noValidate className="grid gap-4 *:min-w-0">
      <input type="hidden" name="key" value={key} />
      <Refused answer={answer} />
      <MoneyField
        key={`amount ${made}`}
        name="amount"
        label={<Trans>Amount (KES)</Trans>}
        answer={answer}
        required
        hint={<Trans>{moneyText(left)} is not shown yet.</Trans>}
      />
      <Field name="paidTo" label={<Trans>Paid to</Trans>} answer={answer} required>
        <Input maxLength={receiptMost.paidTo} autoComplete="off" />
      </Field>
      <Checkbox
        name="hides"
        label={<Trans>Don't show the name</Trans>}
        defaultChecked={answer?.typed?.hides === 'on'}
      />
      <Field name="what" label={<Trans>What was bought</Trans>} answer={answer} required>
        <Input maxLength={receiptMost.what} autoComplete="off" />
      </Field>
      <Field name="day" label={<Trans>Day</Trans>} answer={answer} required>
        <Input
          type="date"
          defaultValue={today}
          min={firstSpentOn}
          max={today}
          title={t`Please choose today or an earlier day.`}
        />
      </Field>
      <PhotoFields
        key={`proof ${made}`}
        label={<Trans>Photo of the receipt</Trans>}
        answer={answer}
        onBusy={setUploading}
      />
      <Button
        busy={busy || uploading}
        busyText={uploading ? t`Uploading...` : t`Saving...`}
        className="justify-self-start"
      >
        <Trans>Add the receipt</Trans>
      </Button>
    </Form>
  )
}

type PhotoProps = { label: ReactNode; answer: Answer | undefined; onBusy: (busy: boolean) => void }

/** The photo of a receipt, or the reason why there is none. */
export function PhotoFields({ label, answer, onBusy }: PhotoProps) {
  return (
    <>
      <div className="grid gap-2">
        <PictureField label={label} {...(answer ? { answer } : {})} onBusy={onBusy} ownOnly />
        <p className="text-sm">
          <Trans>Cover names of patients, ID and account numbers.</Trans>
        </p>
      </div>
      <Field name="noPhoto" label={<Trans>Or why there is none</Trans>} answer={answer} optional>
        <Input maxLength={receiptMost.noPhoto} autoComplete="off" />
      </Field>
    </>
  )
}

/** Says to those who manage the drive why a photo is hidden. */
const HiddenNotice = ({ why }: { why: string }) => (
  <Notice tone="warn" title={<Trans>We have hidden this photo from everyone</Trans>}>
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {why}
    </p>
  </Notice>
)

/** Leads an administrator to the decision about a photo. */
const OfficeLink = ({ page, hidden }: { page: string; hidden: boolean }) => (
  <LinkButton
    to={`/admin/fund-drives/${page}/${hidden ? 'show' : 'hide'}`}
    variant="secondary"
    size="small"
    className="justify-self-start"
  >
    {hidden ? <Trans>Show the photo</Trans> : <Trans>Hide the photo</Trans>}
  </LinkButton>
)

/** Folded, so that no accidental tap undoes a receipt. */
function Undo({ page, receipt, ofList }: { page: string; receipt: number; ofList: boolean }) {
  const before = useRefusedBefore('receipt', receipt)
  const { Form, busy, answer = before } = useFormAction()
  return (
    <Changing>
      <details open={before !== undefined}>
        <summary className="min-h-11 content-center text-link text-sm underline">
          <Trans>Undo</Trans>
        </summary>
        <Form method="post" action={`${page}/undo`} className="grid gap-3">
          <input type="hidden" name="receipt" value={receipt} />
          <Refused answer={answer} />
          <Field
            name="why"
            label={<Trans>Reason</Trans>}
            answer={answer}
            required
            hint={<Trans>Everyone can read it. The photo is deleted.</Trans>}
          >
            <Input maxLength={receiptMost.undoneWhy} autoComplete="off" />
          </Field>
          {ofList && <Checkbox name="all" label={<Trans>Undo all rows of this list</Trans>} />}
          <Button variant="secondary" busy={busy} className="justify-self-start">
            <Trans>Undo the receipt</Trans>
          </Button>
        </Form>
      </details>
    </Changing>
  )
}
