import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { SaidLine } from '#app/money/books/admin/discrepancy-card.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field } from '#app/ui/field.tsx'
import { FileInput } from '#app/ui/file-input.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { railTexts, type StatementSeen, statementMax } from './rail.ts'

/** Takes a statement of the portal, and shows the results of earlier ones. */
export function StatementCard({ first, statements }: { first: Answer | undefined; statements: StatementSeen[] }) {
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
