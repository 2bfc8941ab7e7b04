import { Trans } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Field, Input } from '#app/ui/field.tsx'

// The fields that the page of a claim shares with the page that waits for a phone, which loads no more of it.

export type PayIn = { kind: 'paybill' | 'till'; number: string; account: string }

/** M-Pesa's code, as its message begins. */
export const CodeField = ({ answer }: { answer: Answer | undefined }) => (
  <Field
    name="code"
    label={<Trans>M-Pesa code</Trans>}
    answer={answer}
    required
    hint={<Trans>M-Pesa’s message begins with it, such as TKN4H2X9QB.</Trans>}
  >
    <Input maxLength={300} autoComplete="off" autoCapitalize="characters" spellCheck={false} className="figures" />
  </Field>
)

/** Shows where to pay from the menu of one's phone. */
export function PayInLines({ payIn: { kind, number, account } }: { payIn: PayIn }) {
  return (
    <dl className="grid gap-1 rounded-control bg-well px-4 py-3 text-left">
      <div className={line}>
        <dt className="text-muted">{kind === 'till' ? <Trans>Till</Trans> : <Trans>Paybill</Trans>}</dt>
        <dd className="figures font-semibold">{number}</dd>
      </div>
      {kind === 'paybill' && (
        <div className={line}>
          <dt className="text-muted">
            <Trans>Account</Trans>
          </dt>
          <dd className="figures font-semibold">{account}</dd>
        </div>
      )}
    </dl>
  )
}

const line = 'flex flex-wrap justify-between gap-x-4'
