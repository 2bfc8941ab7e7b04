import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { Link, redirect, useLocation } from 'react-router'
import { type Funds, fundsOf } from '#app/base/ledger/wallet.server.ts'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { centsIn } from '#app/kit/amount.ts'
import { moneyText } from '#app/kit/money.ts'
import { type Answer, refuseTogether } from '#app/kit/says.ts'
import type { InstitutionChoice } from '#app/money/institutions/institution.ts'
import { institutionsToPay } from '#app/money/institutions/institutions.server.ts'
import { CanReceive, Frozen, OverLimit } from '#app/money/payouts/balance.tsx'
import { holdOf, shownMethods } from '#app/money/payouts/method.server.ts'
import { MethodFields, PlanField } from '#app/money/payouts/methods.tsx'
import {
  accountOfMethod,
  type PayoutOutcome as Figures,
  firstChoice,
  type Limits,
  mostOf,
  outcomeOf,
  type PayoutWay,
} from '#app/money/payouts/outcome.ts'
import { type MethodShown, payoutTexts, purposeMax } from '#app/money/payouts/payout.ts'
import { asksPassword, withdrawForm } from '#app/money/payouts/payout-forms.ts'
import { transferLimits } from '#app/money/payouts/rails.server.ts'
import {
  refuseTooMany,
  refuseUnseen,
  refuseWrong,
  signaturesOf,
  withdraw,
  withdrawalsLeft,
  wordsFor,
} from '#app/money/payouts/request.server.ts'
import { planOfDrive } from '#app/money/spending/plan.server.ts'
import type { PlanLine } from '#app/money/spending/spending.ts'
import { againLimits, askPassword } from '#app/people/accounts/account.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Field, Input, PasswordInput } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/withdraw.ts'

/** Asks a person who has only ever signed in by a code for a password before money goes out: a number can come into other hands. */
const passwordFirst: Route.MiddlewareFunction = ({ context, params: { slug } }) => {
  if (context.get(personContext)?.hasPassword) return
  throw redirect(`/settings/first-password?to=/fund-drive/${slug}/payouts/withdraw`, 303)
}

export const middleware: Route.MiddlewareFunction[] = [ownersOnly, passwordFirst]

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const { id: ownerId } = context.get(personContext)!
  const [funds, signatures, plan, holdHours, methods, institutions, hour] = await Promise.all([
    fundsOf(db, id),
    signaturesOf(db, id),
    planOfDrive(db, id),
    holdOf(db, ownerId),
    shownMethods(db, ownerId, context.get(languageContext)),
    institutionsToPay(db),
    withdrawalsLeft(ownerId),
  ])
  const amount = /^[\d.]{1,16}$/.exec(searchParams.get('amount') ?? '')?.[0] ?? ''
  const base = `/fund-drive/${slug}/payouts`
  const lines = plan.filter(({ isClosed }) => !isClosed)
  const about = { base, funds, signatures, lines, holdHours, methods, institutions, amount, hour }
  return { ...about, limits: transferLimits(), formKey: crypto.randomUUID() }
}

export const action = formAction({
  form: withdrawForm,
  page: true,
  failed: payoutTexts.requestFailed,
  // A password is needed for a new method only, and can be tried as seldom as elsewhere.
  limits: (wanted, { context }) => (asksPassword(wanted) ? againLimits(context.get(personContext)!.id) : []),
  run: async (wanted, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const { id: ownerId } = context.get(personContext)!
    await refuseTooMany(db, ownerId, wanted.key)
    await refuseTogether([
      () => refuseWrong(db, { ownerId, driveId, ...wanted }),
      () => (asksPassword(wanted) ? askPassword(db, ownerId, wanted.password) : undefined),
    ])
    refuseUnseen(wanted)
    const language = context.get(languageContext)
    const done = await withdraw(db, { ...wanted, ownerId, driveId, amount: wanted.amount!, to: wanted.to!, language })
    return { go: `/fund-drive/${slug}/payouts`, says: wordsFor(done, language) }
  },
})

/** Opens over the Payouts page. The dialog has an address of its own, so it opens without a script too. */
export default function Withdraw({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { key } = useLocation()
  return (
    <>
      <DriveTitle page={t`Withdraw Funds`} />
      <WithdrawDialog key={key} {...loaderData} first={actionData} />
    </>
  )
}

type WithdrawProps = {
  /** The address of the Payouts page. */
  base: string
  formKey: string
  funds: Funds
  /** How many treasurers must agree. */
  signatures: number
  /** The open lines of the drive's plan. */
  lines: PlanLine[]
  methods: MethodShown[]
  institutions: InstitutionChoice[]
  limits: Limits
  /** The hours that a number or account waits that is typed here for the first time. */
  holdHours: number
  /** The number of withdrawals that can be asked for in an hour, and how many are left. */
  hour: { times: number; left: number; minutes: number }
  /** The amount at the start, as 'Withdraw all' sets it without a script. */
  amount: string
}

/**
 * Asks how much and where to, and shows the outcome. The figures are computed as one types; a browser without a script gets
 * them with the server's first answer, and confirms them with the same form.
 */
function WithdrawForm(props: WithdrawProps & { first?: Answer | undefined }) {
  const { base, formKey, funds, signatures, lines, methods, institutions, limits, holdHours, hour, first } = props
  const { Form, busy, answer = first } = useFormAction()
  // Every answer of the server has another key; the form that was begun keeps its own.
  const [key] = useState(first?.typed?.key || formKey)
  const [typed, setTyped] = useState(first?.typed?.amount ?? props.amount)
  const [method, setMethod] = useState(first?.typed?.method || firstChoice(methods))
  const to = accountOfMethod(method, methods)
  const outcome = outcomeOf(centsIn(typed), to.type, { ...funds, limits })
  return (
    <Form method="post" action={`${base}/withdraw`} noValidate className="group/way grid gap-5">
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="seen" value={outcome ? centsIn(typed) : ''} />
      <Said answer={answer} />
      {hour.left === 0 && <NoneLeft minutes={hour.minutes} />}
      <p className="-mt-3 text-muted">
        <CanReceive funds={funds} way={to.type} />
      </p>
      <Amount {...{ base, answer }} most={mostOf(funds.mayAsk, to.type)} start={typed} onTyped={setTyped} />
      <Outcome outcome={outcome} feeBps={funds.feeBps} />
      {signatures > 0 && <Purpose needs={signatures} answer={answer} />}
      {lines.length > 0 && <PlanField lines={lines} net={outcome?.net ?? 0} answer={answer} />}
      {outcome && <OverLimit {...{ to, outcome, limits }} />}
      <MethodFields
        {...{ methods, institutions, answer, limits }}
        wish={`${base}/institution`}
        chosen={method}
        onChoose={setMethod}
        mayAsk={funds.mayAsk}
        way={to.type}
      />
      <div
        className={`grid gap-5 group-has-[[name=method]:checked:not([value=bank],[value^=mobile],[value=institution])]/way:hidden ${outcome ? '' : 'needs-script'}`}
      >
        {holdHours > 0 && (
          <div className="group-has-[[name=method][value=institution]:checked]/way:hidden">
            <WaitsFirst hours={holdHours} />
          </div>
        )}
        <Field
          name="password"
          label={<Trans>Password</Trans>}
          answer={answer}
          hint={<Trans>Your account password. We'll tell you when a new method is added.</Trans>}
        >
          <PasswordInput maxLength={128} />
        </Field>
      </div>
      <Confirm busy={busy} outcome={outcome} />
      <Hints {...hour} />
    </Form>
  )
}

/** Asks what it is for: treasurers read it before they agree, and so does everybody. */
const Purpose = ({ needs, answer }: { needs: number; answer?: Answer | undefined }) => (
  <>
    <Field
      name="purpose"
      label={<Trans>What is it for?</Trans>}
      answer={answer}
      required
      hint={<Trans>Everyone can read this</Trans>}
    >
      <Input maxLength={purposeMax} autoComplete="off" />
    </Field>
    <Notice
      title={
        <Plural
          value={needs}
          one="It waits until # treasurer has agreed"
          other="It waits until # treasurers have agreed"
        />
      }
    />
  </>
)

/** Says before anything is typed that the first press stores a new number or account, and sends nothing. */
function WaitsFirst({ hours }: { hours: number }) {
  return (
    <Notice
      title={
        <Plural
          value={hours}
          one="A new number or account can be used after # hour"
          other="A new number or account can be used after # hours"
        />
      }
    >
      <Trans>We save it now and send nothing yet. Come back then and withdraw to it.</Trans>
    </Notice>
  )
}

/** Sends it, or offers to send it in parts when one transfer can't be so large. */
function Confirm({ busy, outcome }: { busy: boolean; outcome: Figures | undefined }) {
  const { t } = useLingui()
  const sum = outcome && moneyText(outcome.amount)
  const parts = outcome?.parts.length ?? 1
  const split = parts > 1 ? { name: 'parts', value: parts } : {}
  return (
    <Button size="large" wide busy={busy} busyText={t`Sending...`} {...split}>
      {parts > 1 ? (
        <Trans>Send in {parts} parts</Trans>
      ) : sum ? (
        <Trans>Withdraw {sum}</Trans>
      ) : (
        <>
          <span className="needs-script">
            <Trans>Withdraw</Trans>
          </span>
          <span className="without-script">
            <Trans>Continue</Trans>
          </span>
        </>
      )}
    </Button>
  )
}

function NoneLeft({ minutes }: { minutes: number }) {
  return (
    <Notice
      tone="warn"
      title={
        <Plural
          value={minutes}
          one="No withdrawals left this hour. Try again in # minute."
          other="No withdrawals left this hour. Try again in # minutes."
        />
      }
    />
  )
}

/** Says when money arrives, and how often one can ask, before a person meets the limit. */
const Hints = ({ times, left }: { times: number; left: number }) => (
  <p className="text-muted text-sm">
    <Trans>Money usually arrives within 1 working day.</Trans>{' '}
    <Plural value={times} one="You can ask for # withdrawal an hour" other="You can ask for # withdrawals an hour" />
    {': '}
    <Plural value={left} one="# left now." other="# left now." />
  </p>
)

/** Shows what concerns the form as a whole, above it, for as long as it is true. */
function Said({ answer }: { answer?: Answer | undefined }) {
  if (!answer || answer.ok) return null
  if (answer.errors?.seen) return <Notice title={answer.errors.seen} />
  return <Refused answer={answer} />
}

type AmountProps = {
  base: string
  /** The most that can be asked for, in cents. */
  most: number
  answer?: Answer | undefined
  start: string
  onTyped: (amount: string) => void
}

function Amount({ base, most, answer, start, onTyped }: AmountProps) {
  const place = useRef<HTMLInputElement>(null)
  const all = String(most / 100)
  const fill = (event: MouseEvent) => {
    if (!place.current) return
    event.preventDefault()
    place.current.value = all
    place.current.dispatchEvent(new Event('input', { bubbles: true }))
    place.current.focus()
  }
  return (
    <MoneyField
      ref={place}
      name="amount"
      label={<Trans>Amount (KES)</Trans>}
      answer={answer}
      required
      autoFocus
      defaultValue={start}
      onInput={({ currentTarget }) => onTyped(currentTarget.value)}
      aside={
        <Link
          to={`${base}/withdraw?amount=${all}`}
          replace
          preventScrollReset
          onClick={fill}
          className="-my-2.5 inline-flex min-h-11 items-center text-link text-sm"
        >
          <Trans>Withdraw all</Trans>
        </Link>
      }
    />
  )
}

/** Asks for a withdrawal. Opened by its own address, so that it works without a script, too. */
function WithdrawDialog({ first, ...form }: WithdrawProps & { first?: Answer | undefined }) {
  return (
    <AddressDialog closeTo={form.base} title={<Trans>Withdraw Funds</Trans>}>
      {form.funds.frozen === null ? <WithdrawForm {...form} first={first} /> : <Frozen why={form.funds.frozen} />}
    </AddressDialog>
  )
}

type OutcomeProps = {
  outcome: Figures | undefined
  /** The platform's share of what this drive is given, in hundredths of a percent. */
  feeBps: number
}

/** Shows what one asks for, what is kept of it, what one receives, and what stays: before it is confirmed. */
function Outcome({ outcome, feeBps }: OutcomeProps) {
  const { t } = useLingui()
  const said = (cents: number | undefined) => (cents === undefined ? '–' : moneyText(cents))
  return (
    <section aria-label={t`What you will receive`} aria-live="polite" className="rounded-control bg-well px-4 py-3">
      <dl className="grid gap-1">
        <Line label={<Trans>Withdrawal</Trans>}>{said(outcome?.amount)}</Line>
        <Line label={<Fee {...{ outcome, feeBps }} />}>
          {outcome && outcome.fee > 0 && '− '}
          {said(outcome?.fee)}
        </Line>
        <Line label={<Trans>You receive</Trans>} strong>
          {said(outcome?.net)}
        </Line>
        <Line label={<Trans>Balance after</Trans>}>{said(outcome?.stays)}</Line>
      </dl>
      {outcome && outcome.unsent > 0 && <Unsent cents={outcome.unsent} />}
    </section>
  )
}

/** Says that only whole shillings go to a wallet. */
function Unsent({ cents }: { cents: number }) {
  const sum = moneyText(cents)
  return (
    <p className="mt-1 text-muted text-sm">
      <Trans>Mobile money takes whole shillings only: {sum} stays in your balance.</Trans>
    </p>
  )
}

/** Names the drive's share only if the fee is just that: a promotion has none, and a refund on the way shifts it. */
function Fee({ outcome, feeBps }: OutcomeProps) {
  const percent = feeBps / 100
  const far = outcome ? Math.abs((outcome.fee / outcome.amount) * 10_000 - feeBps) : 0
  const isUsual = far < Math.min(50, 1 + feeBps / 2)
  return percent > 0 && isUsual ? <Trans>Fee ({percent}%)</Trans> : <Trans>Fee</Trans>
}

const Line = ({ label, strong, children }: { label: ReactNode; strong?: boolean; children: ReactNode }) => (
  <div
    className={cx('flex flex-wrap items-baseline justify-between gap-x-4', strong && 'my-1 border-line border-y py-2')}
  >
    <dt className={strong ? 'font-semibold' : 'text-muted'}>{label}</dt>
    <dd className={cx('figures', strong ? 'font-bold font-display text-brand text-xl' : 'font-semibold')}>
      {children}
    </dd>
  </div>
)
