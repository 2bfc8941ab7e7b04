import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Table } from '#app/ui/table.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { statusWords } from './payout.ts'
import type { StepKind } from './states.ts'
import { isPossible, type PayoutState } from './states.ts'
import { notesOf, stepWords } from './story.ts'

type Step = { kind: StepKind; at: Date; when: string; note: string; code: string }
type PayoutRow = {
  id: number
  amount: number
  fee: number
  net: number
  part: number
  parts: number
  method: string
  status: PayoutState
  when: string
  steps: Step[]
}

const tones: Record<PayoutState, Tone> = { processing: 'warn', approved: 'info', completed: 'gain', rejected: 'stop' }

/** What was asked for, and how far each request has come. */
type PayoutsTableProps = {
  payouts: PayoutRow[] | 'failed'
  empty: ReactNode
  /** The address of the Payouts page. */
  base: string
}

export function PayoutsTable({ payouts, empty, base }: PayoutsTableProps) {
  const { t, i18n } = useLingui()
  return (
    <Table
      caption={t`Payouts`}
      {...(payouts === 'failed' ? { rows: [], state: payouts } : { rows: payouts })}
      rowKey={({ id }) => String(id)}
      keepHead
      columns={[
        {
          key: 'amount',
          head: t`Amount`,
          lead: true,
          align: 'right',
          cell: ({ amount }) => <span className="figures whitespace-nowrap">{moneyText(amount)}</span>,
        },
        { key: 'method', head: t`Method`, cell: ({ method }) => <span className="wrap-anywhere">{method}</span> },
        {
          key: 'status',
          head: t`Status`,
          cell: ({ status, steps }) => (
            <Badge tone={tones[status]}>
              {steps.at(-1)?.kind === 'cancelled' ? <Trans>Cancelled</Trans> : i18n._(statusWords[status])}
            </Badge>
          ),
        },
        { key: 'at', head: t`Date`, cell: ({ when }) => when },
        { key: 'notes', head: t`Notes`, cell: (payout) => <Notes payout={payout} base={base} /> },
      ]}
      empty={empty}
    />
  )
}

function Notes({ payout, base }: { payout: PayoutRow; base: string }) {
  const { i18n } = useLingui()
  return (
    <div className="grid @2xl:min-w-52 gap-0.5">
      {notesOf(payout).map((note: Words) => (
        <p key={i18n._(note)} className="wrap-anywhere" dir="auto">
          {i18n._(note)}
        </p>
      ))}
      <details className="text-sm">
        <summary className="ml-auto flex min-h-11 w-fit cursor-pointer items-center text-link @2xl:ml-0 @2xl:min-h-8">
          <Trans>Timeline</Trans>
        </summary>
        <Timeline steps={payout.steps} />
      </details>
      {isPossible({ step: 'cancelled', from: payout.status, by: 'owner' }) && <Cancel base={base} payout={payout} />}
    </div>
  )
}

/** As long as nobody has decided, the owner can take it back. */
function Cancel({ base, payout: { id, amount } }: { base: string; payout: PayoutRow }) {
  const { t } = useLingui()
  const { Form, busy } = useDeed()
  const sum = moneyText(amount)
  return (
    <Changing>
      <Form method="post" action={`${base}/cancel`} className="ml-auto @2xl:ml-0">
        <input type="hidden" name="request" value={id} />
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          busyText={t`Cancelling...`}
          aria-label={t`Cancel request for ${sum}`}
        >
          <Trans>Cancel request</Trans>
        </Button>
      </Form>
    </Changing>
  )
}

/** Each step of a request, with its time and the code one can ask the bank about. */
function Timeline({ steps }: { steps: Step[] }) {
  const { i18n } = useLingui()
  return (
    <ol className="mt-1 grid gap-3 border-line border-l-2 pb-1 pl-4 text-left">
      {steps.map(({ kind, when, note, code, at }) => (
        <li key={`${kind} ${at.getTime()}`} className="relative">
          <span
            aria-hidden="true"
            className="absolute top-1.5 -left-[21px] size-2.5 rounded-badge bg-brand ring-2 ring-card"
          />
          <p className="font-semibold">{i18n._(stepWords[kind])}</p>
          <p className="figures text-muted">{when}</p>
          {code && (
            <p className="figures wrap-anywhere text-muted">
              <Trans>Code: {code}</Trans>
            </p>
          )}
          {note && (
            <p className="wrap-anywhere" dir="auto">
              {note}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
