import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link, Outlet } from 'react-router'
import { z } from 'zod'
import { adminAction } from '#app/admin/decision.server.ts'
import { againField } from '#app/admin/decision-forms.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { percentText } from '#app/kit/percents.ts'
import { type Answer, said } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { SaidLine } from '#app/money/books/admin/discrepancy-card.tsx'
import { takeStatement } from '#app/money/mpesa/statement.server.ts'
import { lastCompared } from '#app/money/payments/admin/balance.server.ts'
import { BalanceCard } from '#app/money/payments/admin/balance-card.tsx'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field } from '#app/ui/field.tsx'
import { FileInput } from '#app/ui/file-input.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/mpesa.ts'
import { figuresNow, monthNow, railNow, statementsNow } from './rail.server.ts'
import { type RailFigures, type RailMonth, type RailNow, railTexts, type StatementSeen, statementMax } from './rail.ts'

const statementForm = z.object({
  statement: z
    .instanceof(File, { error: said(railTexts.missing) })
    .refine(({ size }) => size > 0, said(railTexts.missing))
    .refine(({ size }) => size <= statementMax, said(railTexts.tooLarge)),
  again: againField,
})

export async function loader() {
  const [rail, figures, month, statements, compared] = await Promise.all([
    railNow(db),
    figuresNow(db),
    monthNow(db),
    statementsNow(db),
    lastCompared(db, '='),
  ])
  return { rail, figures, month, statements, compared: compared ?? null }
}

export const action = adminAction({
  form: statementForm,
  page: true,
  failed: railTexts.failed,
  run: async ({ statement }, by) => {
    const { again } = await takeStatement(db, new Uint8Array(await statement.arrayBuffer()), by)
    return { go: '/admin/mpesa', says: again ? railTexts.again : railTexts.imported }
  },
})

/** Shows the state of M-Pesa, and the statements of its portal. */
export default function Mpesa({ loaderData, actionData }: Route.ComponentProps) {
  const { rail, figures, month, statements, compared } = loaderData
  const { t } = useLingui()
  useLive(['office:desk'])
  return (
    <AdminPage page={t`M-Pesa`} text={<Trans>How money by M-Pesa arrives, and whether the books say the same.</Trans>}>
      <RailCard rail={rail} />
      {rail.is === 'on' && (
        <>
          <div className="grid items-start gap-4 *:min-w-0 xl:grid-cols-2">
            <div className="grid gap-4">
              <FiguresCard figures={figures} />
              <BalanceCard
                title={<Trans>The balance at M-Pesa</Trans>}
                compared={compared}
                action="/admin/mpesa/balance"
                busyText={t`Asking...`}
                canAsk={rail.proves.includes('status')}
              />
            </div>
            <MonthCard month={month} />
          </div>
          <StatementCard first={actionData} statements={statements} />
        </>
      )}
      <Outlet />
    </AdminPage>
  )
}

/** Shows which parts of M-Pesa are offered, which are not, and why. */
function RailCard({ rail }: { rail: RailNow }) {
  const missing = rail.missing.join(', ')
  if (rail.is === 'off')
    return (
      <Notice tone="warn" title={<Trans>M-Pesa is not offered</Trans>}>
        <Trans>These settings are missing: {missing}</Trans>
      </Notice>
    )
  return (
    <Card title={<Trans>What is offered</Trans>}>
      <div className="grid gap-4">
        {rail.isStopped && <Notice tone="stop" title={<Trans>M-Pesa refuses our key, so no phone is offered</Trans>} />}
        <dl className="grid gap-1">
          <Line name={<Trans>Shortcode</Trans>}>{rail.shortcode}</Line>
          <Line name={<Trans>Requests on phones</Trans>}>
            <Offered is={!rail.isStopped} />
          </Line>
          <Line name={<Trans>Payments from the menu of a phone</Trans>}>
            <Offered is={rail.payIn !== null} />
          </Line>
          <Line name={<Trans>M-Pesa’s list</Trans>}>
            <Offered is={rail.proves.includes('list')} />
          </Line>
          <Line name={<Trans>Questions about codes and the balance</Trans>}>
            <Offered is={rail.proves.includes('status')} />
          </Line>
          <Line name={<Trans>Withdrawals sent by M-Pesa</Trans>}>{rail.sendsFrom ?? <Offered is={false} />}</Line>
        </dl>
        {missing && (
          <Notice title={<Trans>Settings that are missing: {missing}</Trans>}>
            {rail.payIn === null && (
              <Trans>
                Without the list or the questions a payment by Paybill can’t be proved, so only requests are sent.
              </Trans>
            )}
          </Notice>
        )}
      </div>
    </Card>
  )
}

const Offered = ({ is }: { is: boolean }) => (is ? <Trans>On</Trans> : <Trans>Off</Trans>)

/** Shows the figures of this moment. */
function FiguresCard({ figures }: { figures: RailFigures }) {
  const { i18n } = useLingui()
  const at = (moment: Date | null) => (moment ? momentIn(i18n.locale as Language, moment) : '–')
  const { prompts, oldestPrompt, lag, listed, heard, asks, oldestAsk, doors } = figures
  return (
    <Card title={<Trans>Right now</Trans>}>
      <dl className="grid gap-1">
        <Line name={<Trans>Open requests on phones</Trans>}>{prompts}</Line>
        {oldestPrompt && <Line name={<Trans>The oldest of them</Trans>}>{at(oldestPrompt)}</Line>}
        <Line name={<Trans>Seconds from paying to the books</Trans>}>{lag === null ? '–' : Math.round(lag)}</Line>
        <Line name={<Trans>Codes that are not proved yet</Trans>}>{heard}</Line>
        <Line name={<Trans>Last payment found in the list</Trans>}>{at(listed)}</Line>
        <Line name={<Trans>Questions without an answer</Trans>}>{asks}</Line>
        {oldestAsk && <Line name={<Trans>The oldest question</Trans>}>{at(oldestAsk)}</Line>}
        <Line name={<Trans>M-Pesa tells us of payments since</Trans>}>{at(doors)}</Line>
      </dl>
      <p className="mt-4 flex flex-wrap gap-x-6">
        <Link to="/admin/mpesa/addresses" className="inline-flex min-h-11 items-center text-link">
          <Trans>New addresses for the M-Pesa portal</Trans>
        </Link>
        <Link to="/admin/mpesa/tariffs" className="inline-flex min-h-11 items-center text-link">
          <Trans>Tariffs of M-Pesa</Trans>
        </Link>
      </p>
    </Card>
  )
}

/** Shows the figures of a month: shares of requests, what M-Pesa owes us, and what it costs. */
function MonthCard({ month }: { month: RailMonth }) {
  const { i18n } = useLingui()
  const { requests, paid, cancelled, unanswered, unknown, other, untold, lag, lagMost, arrived, unplaced } = month
  const { oldestUnplaced, pastes, rows, corrected, texts, cost, gifts } = month
  const share = (part: number, of: number) => (of === 0 ? '–' : percentText(part, of))
  const [wrong, each] = [(corrected / pastes).toFixed(1), (rows / pastes).toFixed(1)]
  const seconds = (value: number | null) => (value === null ? '–' : Math.round(value))
  return (
    <Card
      title={<Trans>Last 30 days</Trans>}
      text={<Trans>Shares are of requests that have ended, and of payments that arrived.</Trans>}
    >
      <dl className="grid gap-1">
        <Line name={<Trans>Requests on phones that have ended</Trans>}>{requests}</Line>
        <Line name={<Trans context="requests on phones">Paid</Trans>}>{share(paid, requests)}</Line>
        <Line name={<Trans context="requests on phones">Cancelled</Trans>}>{share(cancelled, requests)}</Line>
        <Line name={<Trans context="requests on phones">Not answered</Trans>}>{share(unanswered, requests)}</Line>
        <Line name={<Trans context="requests on phones">Not known</Trans>}>{share(unknown, requests)}</Line>
        <Line name={<Trans context="requests on phones">Other reasons</Trans>}>{share(other, requests)}</Line>
        <Line name={<Trans>M-Pesa never told us how they ended</Trans>}>{share(untold, requests)}</Line>
        <Line name={<Trans>Seconds from paying to the books, the middle one</Trans>}>{seconds(lag)}</Line>
        <Line name={<Trans>Seconds that 95 of 100 stay below</Trans>}>{seconds(lagMost)}</Line>
        <Line name={<Trans>Payments that arrived</Trans>}>{arrived}</Line>
        <Line name={<Trans>Without a place at first</Trans>}>{share(unplaced, arrived)}</Line>
        {oldestUnplaced && (
          <Line name={<Trans>The oldest without a place now</Trans>}>
            {momentIn(i18n.locale as Language, oldestUnplaced)}
          </Line>
        )}
        <Line name={<Trans>Pasted lists that were entered</Trans>}>{pastes}</Line>
        <Line name={<Trans>Rows corrected in each</Trans>}>
          {pastes === 0 ? (
            '–'
          ) : (
            <Trans>
              {wrong} of {each}
            </Trans>
          )}
        </Line>
        <Line name={<Trans>Texts to phones</Trans>}>{texts}</Line>
        <Line name={<Trans>What they cost</Trans>}>{moneyText(cost, 'KSH')}</Line>
        <Line name={<Trans>What they cost for each gift</Trans>}>
          {gifts === 0 ? '–' : moneyText(Math.round(cost / gifts), 'KSH')}
        </Line>
      </dl>
    </Card>
  )
}

const Line = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-6">
    <dt className="text-muted">{name}</dt>
    <dd className="figures ml-auto font-semibold">{children}</dd>
  </div>
)

/** Takes a statement of the portal, and shows the results of earlier ones. */
function StatementCard({ first, statements }: { first: Answer | undefined; statements: StatementSeen[] }) {
  const { t, i18n } = useLingui()
  const [chosen, setChosen] = useState<File>()
  const {
    Form,
    busy,
    answer: said = first,
  } = useFormAction({
    onDone: (form) => {
      form?.reset()
      setChosen(undefined)
    },
  })
  // The server does not read a file that is too large to its end, so it could only answer with a page of its own.
  const isTooLarge = (chosen?.size ?? 0) > statementMax
  const answer: Answer | undefined = isTooLarge
    ? { ok: false, errors: { statement: i18n._(railTexts.tooLarge) } }
    : said
  return (
    <Card
      title={<Trans>Statements</Trans>}
      text={
        <Trans>
          The CSV file of the M-Pesa organisation portal proves what is older than two days, corrects fees, and books
          what went to the bank. The same line counts once.
        </Trans>
      }
    >
      <div className="grid gap-6">
        <Form
          method="post"
          encType="multipart/form-data"
          noValidate
          onSubmit={(event) => isTooLarge && event.preventDefault()}
          className="grid max-w-xl gap-4"
        >
          <SaidLine answer={answer} />
          <Field
            name="statement"
            label={<Trans>CSV file</Trans>}
            answer={answer}
            required
            hint={<Trans>As the portal gave it, with up to 20,000 lines.</Trans>}
          >
            <FileInput
              required
              accept=".csv,.txt"
              says={<Trans>Choose a file</Trans>}
              chosen={chosen?.name}
              onChoose={setChosen}
            />
          </Field>
          <ConfirmField answer={answer} />
          <Button busy={busy} busyText={t`Importing...`} className="justify-self-start">
            <Trans>Import the statement</Trans>
          </Button>
        </Form>
        {statements.length === 0 ? (
          <p className="text-muted">
            <Trans>No statement was imported yet.</Trans>
          </p>
        ) : (
          <ul className="grid gap-4">
            {statements.map((one) => (
              <Imported key={one.id} one={one} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function Imported({ one }: { one: StatementSeen }) {
  const { t, i18n } = useLingui()
  const { lines, knownBefore, worked, found, fees, breaks, by } = one
  const when = momentIn(i18n.locale as Language, one.at)
  return (
    <li className="grid gap-1 border-line border-t pt-3">
      <p className="flex flex-wrap gap-x-3 font-semibold">
        <span>{when}</span>
        <span dir="auto">{by}</span>
      </p>
      <p className="text-muted">
        <Trans>
          Lines: {lines}. Known before: {knownBefore}. Found: {found}. Fees corrected: {fees}. Not known: {breaks}.
        </Trans>
      </p>
      {one.held !== null && <Held id={one.id} held={one.held} by={by} />}
      {!one.doneAt && one.held === null && (
        <Progress value={worked} max={Math.max(1, lines - knownBefore)} label={t`Worked off`} />
      )}
    </li>
  )
}

/** Asks for a second administrator: with the sender's other statements of the last day, the sum is more than one may book alone. */
function Held({ id, held, by }: { id: number; held: number; by: string }) {
  const { t } = useLingui()
  const sum = moneyText(held, 'KSH')
  return (
    <Notice
      title={<Trans>A second administrator is needed: 1 of 2</Trans>}
      action={
        <Link
          to={`/admin/mpesa/statements/${id}/book`}
          preventScrollReset
          className={`no-underline ${buttonClass({})}`}
        >
          <Trans>Book this statement</Trans>
        </Link>
      }
    >
      {t`${by} sent it. With what their statements have booked within a day it comes to ${sum}. Nothing of this one is booked yet.`}
    </Notice>
  )
}
