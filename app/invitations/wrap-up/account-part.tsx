import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { AccountSheet } from './guest-view.tsx'
import { type BooksSay, type FinalAccount, type Over, wrapUpMost } from './wrap-up.ts'

type PartProps = {
  to: string
  over: Over
  books: BooksSay | null
  account: FinalAccount | null
  first?: Answer | undefined
}

/** The final account on the host's page: as guests read it, and the form below. */
export function AccountPart({ to, over, books, account, first }: PartProps) {
  return (
    <Card title={<Trans>Final account</Trans>} level={3}>
      {books === null ? (
        <Soft>
          <Trans>This invitation is for no fund drive, so there is nothing to account for.</Trans>
        </Soft>
      ) : over !== 'all' ? (
        <Soft>
          <Trans>The final account opens when the last occasion is over.</Trans>
        </Soft>
      ) : (
        <div className="grid gap-6">
          <Soft>
            {account ? (
              <Trans>Your guests read this on their pages.</Trans>
            ) : (
              <Trans>Nobody reads it before you save it.</Trans>
            )}{' '}
            <Trans>What was given is from the books and can’t be typed.</Trans>
          </Soft>
          {books.cash === null && (
            <Soft>
              <Trans>The fund drive hides its recorded gifts, so guests see neither them nor what is left.</Trans>
            </Soft>
          )}
          <AccountSheet books={books} account={account ?? { lines: [], changedAt: null }} />
          <Changing>
            <section aria-labelledby="spent" className="grid gap-4 border-line border-t pt-5">
              <div>
                <h4 id="spent" className="font-semibold text-lg">
                  <Trans>What was it spent on?</Trans>
                </h4>
                <Soft>
                  <Trans>Up to 40 lines. Harambee’s fee is counted already.</Trans>
                </Soft>
              </div>
              <AccountForm to={to} account={account} first={first} />
            </section>
          </Changing>
        </div>
      )}
    </Card>
  )
}

const Soft = ({ children }: { children: React.ReactNode }) => <p className="text-muted">{children}</p>

type FormProps = { to: string; account: FinalAccount | null; first: Answer | undefined }

/** Empty lines offered below the written ones. */
const ready = 3

/** The form of the spending, line by line. A line that is emptied is deleted. */
function AccountForm({ to, account, first }: FormProps) {
  const { t } = useLingui()
  // Another window's save reloads this page: this form keeps the version of the lines that it shows.
  const [version, setVersion] = useState(account?.version ?? 0)
  const { Form, busy, answer = first } = useFormAction({ onDone: (_, { gave }) => setVersion(Number(gave?.version)) })
  return (
    <Form method="post" action={to} noValidate className="grid gap-4">
      <Refused answer={answer} />
      <input type="hidden" name="version" value={first?.typed?.version ?? version} />
      <Lines key={version} lines={account?.lines ?? []} answer={answer} />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Save account</Trans>
      </Button>
    </Form>
  )
}

function Lines({ lines, answer }: { lines: FinalAccount['lines']; answer: Answer | undefined }) {
  const [more, setMore] = useState(0)
  const typed = Object.keys(answer?.typed ?? {}).flatMap((name) => /^what(\d+)$/.exec(name)?.[1] ?? [])
  const shown = Math.min(wrapUpMost.lines, Math.max(lines.length + ready, ...typed.map(Number)) + more)
  return (
    <>
      <ol className="grid gap-5">
        {Array.from({ length: shown }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place
          <Line key={at} no={at + 1} line={lines[at]} answer={answer} />
        ))}
      </ol>
      {shown < wrapUpMost.lines && (
        <Button
          type="button"
          variant="secondary"
          size="small"
          className="needs-script justify-self-start"
          onClick={() => setMore(more + ready)}
        >
          <Trans>More lines</Trans>
        </Button>
      )}
    </>
  )
}

type LineProps = { no: number; line: FinalAccount['lines'][number] | undefined; answer: Answer | undefined }
function Line({ no, line, answer }: LineProps) {
  const { t } = useLingui()
  return (
    <li className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <Field label={t`Spent on, line ${no}`} name={`what${no}`} answer={answer}>
        <Input defaultValue={line?.what ?? ''} maxLength={wrapUpMost.what} autoComplete="off" />
      </Field>
      <MoneyField
        label={t`Amount, line ${no}`}
        name={`amount${no}`}
        answer={answer}
        defaultValue={line ? String(line.amount / 100) : ''}
      />
    </li>
  )
}
