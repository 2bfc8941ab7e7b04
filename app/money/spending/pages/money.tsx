import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import { DriveTitle, driveContext, useRefusedBefore } from '#app/drives/drive/pages/context.tsx'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { briefDayIn, noonOf } from '#app/kit/time.ts'
import { addLine, planOfDrive } from '#app/money/spending/plan.server.ts'
import { NamedLine, PlanList } from '#app/money/spending/plan-list.tsx'
import { receiptLimits, spentSums, withdrawalsOf } from '#app/money/spending/receipts.server.ts'
import {
  notShown,
  type PlanLine,
  planMost,
  type SpentWithdrawal,
  sentAndShown,
  spendingTexts,
  toAccount,
} from '#app/money/spending/spending.ts'
import { planLineForm } from '#app/money/spending/spending-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { foldAway, useFormAction, useFormKey } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/money.ts'

/** The most withdrawals on a page. */
const ofPage = 20

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const asked = url.searchParams.get('page') ?? ''
  const page = /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1
  const [sums, plan, found] = await Promise.all([
    spentSums(db, id),
    planOfDrive(db, id),
    withdrawalsOf(db, id, { limit: ofPage + 1, offset: (page - 1) * ofPage }),
  ])
  const shown = { withdrawals: found.slice(0, ofPage), more: found.length > ofPage }
  return { slug, sums, plan, page, ...shown, formKey: crypto.randomUUID() as string }
}

export const action = formAction({
  form: planLineForm,
  page: true,
  done: spendingTexts.lineAdded,
  failed: spendingTexts.lineNotAdded,
  limits: (_, { context }) => receiptLimits(context.get(personContext)!.id),
  run: async (typed, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    await addLine(db, { driveId, ...typed })
    // With a script the page stays, and its form is emptied for the next line.
    return context.get(askedContext).byScript
      ? { gave: { key: crypto.randomUUID() } }
      : { go: `/fund-drive/${slug}/money` }
  },
})

/** Shows the owner and treasurers what each withdrawal bought, as far as receipts show it. */
export default function Money({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, sums, plan, withdrawals, page, more, formKey } = loaderData
  const { t, i18n } = useLingui()
  const base = `/fund-drive/${slug}/money`
  const link = 'inline-flex min-h-11 items-center text-link'
  return (
    <section className="grid max-w-3xl gap-5 *:min-w-0" aria-labelledby="money-title">
      <DriveTitle page={t`What it bought`} />
      <div>
        <h2 id="money-title" className="text-2xl">
          <Trans>What it bought</Trans>
        </h2>
        <p className="mt-1 text-muted">
          <Trans>Show what each withdrawal was spent on. Everyone can read it in the account.</Trans>
        </p>
      </div>
      {sums.sent > 0 && (
        <p className="wrap-anywhere">
          {i18n._(sentAndShown(sums))}{' '}
          <Link to={`/fundraiser/${slug}/account`} className={link}>
            {i18n._(toAccount)}
          </Link>
        </p>
      )}
      <Plan {...{ base, plan, formKey }} first={actionData} />
      <Card level={3} title={<Trans>Withdrawals</Trans>}>
        {withdrawals.length === 0 ? (
          <p className="text-muted">
            <Trans>Nothing was withdrawn yet. Receipts can be added once a withdrawal was sent.</Trans>
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {withdrawals.map((one) => (
              <OneWithdrawal key={one.id} base={base} withdrawal={one} />
            ))}
          </ul>
        )}
        {(page > 1 || more) && (
          <p className="mt-3 flex flex-wrap gap-x-6">
            {page > 1 && (
              <Link to={page === 2 ? base : `${base}?page=${page - 1}`} className={link}>
                <Trans>Newer</Trans>
              </Link>
            )}
            {more && (
              <Link to={`${base}?page=${page + 1}`} className={link}>
                <Trans>Older</Trans>
              </Link>
            )}
          </p>
        )}
      </Card>
    </section>
  )
}

type PlanProps = { base: string; plan: PlanLine[]; formKey: string; first: Answer | undefined }

/** Shows the lines of the plan, and the form for one more. */
function Plan({ base, plan, formKey, first }: PlanProps) {
  return (
    <Card
      level={3}
      title={<Trans>Plan</Trans>}
      text={
        <Trans>
          Say in up to 10 lines what the money is for. Everyone can read it in the account, and every change.
        </Trans>
      }
    >
      <div className="grid gap-4 *:min-w-0">
        {plan.length > 0 && (
          <PlanList lines={plan}>
            {(line) => (
              <Changing>
                <ChangeLine base={base} line={line} />
              </Changing>
            )}
          </PlanList>
        )}
        {(plan.length < planMost.lines || first) && (
          <Changing>
            <AddLine {...{ base, formKey, first }} />
          </Changing>
        )}
      </div>
    </Card>
  )
}

function AddLine({ base, formKey, first }: Omit<PlanProps, 'plan'>) {
  const { t } = useLingui()
  const [made, setMade] = useState(0)
  const next = (form: HTMLFormElement | undefined) => {
    form?.reset()
    setMade((nr) => nr + 1)
  }
  const { Form, busy, answer = first } = useFormAction({ onDone: next })
  const key = useFormKey(formKey, answer)
  return (
    <Form method="post" action={base} noValidate className="grid gap-3 *:min-w-0">
      <input type="hidden" name="key" value={key} />
      <Refused answer={answer} />
      <Field name="what" label={<Trans>What is it for?</Trans>} answer={answer} required>
        <Input maxLength={planMost.what} autoComplete="off" />
      </Field>
      <MoneyField key={`plan ${made}`} name="plan" label={<Trans>Planned (KES)</Trans>} answer={answer} required />
      <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Add the line</Trans>
      </Button>
    </Form>
  )
}

/** Folded, so that no accidental tap changes a plan. */
function ChangeLine({ base, line }: { base: string; line: PlanLine }) {
  const { t } = useLingui()
  const before = useRefusedBefore('line', line.id)
  const { Form, busy, answer = before } = useFormAction({ onDone: foldAway })
  const end = useFormAction()
  const { id, plan, isClosed, isNamed } = line
  return (
    <details open={before !== undefined}>
      <summary className="min-h-11 content-center text-link text-sm underline">
        <Trans>Change</Trans>
      </summary>
      {!isClosed && (
        <Form method="post" action={`${base}/lines/change`} noValidate className="grid gap-3">
          <input type="hidden" name="line" value={id} />
          <Refused answer={answer} />
          <MoneyField
            key={plan}
            name="plan"
            label={<Trans>Planned (KES)</Trans>}
            answer={answer}
            required
            defaultValue={String(plan / 100)}
          />
          <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
            <Trans>Save</Trans>
          </Button>
        </Form>
      )}
      <end.Form method="post" action={`${base}/lines/end`} className="mt-3 grid gap-1">
        <input type="hidden" name="line" value={id} />
        {isClosed && <input type="hidden" name="opens" value="on" />}
        <Refused answer={end.answer} />
        <Button variant="ghost" size="small" busy={end.busy} busyText={t`Saving...`} className="justify-self-start">
          {isClosed ? (
            <Trans>Open the line again</Trans>
          ) : isNamed ? (
            <Trans>Close the line</Trans>
          ) : (
            <Trans>Delete the line</Trans>
          )}
        </Button>
      </end.Form>
    </details>
  )
}

function OneWithdrawal({ base, withdrawal }: { base: string; withdrawal: SpentWithdrawal }) {
  const { i18n } = useLingui()
  const { id, purpose, line, sent, sentOn, setAside, shown, isReturned } = withdrawal
  const day = briefDayIn(i18n.locale as Language, noonOf(sentOn ?? withdrawal.askedOn))
  return (
    <li className="grid gap-1 py-4 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="wrap-anywhere font-semibold" dir="auto">
          {purpose || <Trans>Withdrawal W{id}</Trans>}
        </span>
        <span className="figures text-muted">{day}</span>
      </p>
      {line !== null && <NamedLine line={line} />}
      {sent > 0 && (
        <>
          <p>
            <Trans>
              {moneyText(shown)} of {moneyText(sent)} shown
            </Trans>
          </p>
          <p>
            <Link to={`${base}/${id}`} className="inline-flex min-h-11 items-center text-link">
              {notShown(withdrawal) > 0 ? <Trans>Add receipts</Trans> : <Trans>See the receipts</Trans>}
            </Link>
          </p>
        </>
      )}
      {setAside > 0 && (
        <p className="text-muted">
          <Trans>{moneyText(setAside)} is on its way. Receipts can be added once it was sent.</Trans>
        </p>
      )}
      {isReturned && (
        <p className="text-muted">
          <Trans>The money was returned.</Trans>{' '}
          {sent === 0 && shown > 0 && (
            <Link to={`${base}/${id}`} className="inline-flex min-h-11 items-center text-link">
              <Trans>See the receipts</Trans>
            </Link>
          )}
        </p>
      )}
    </li>
  )
}
