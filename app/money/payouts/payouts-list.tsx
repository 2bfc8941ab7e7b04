import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import {
  type DeclineReason,
  notesOf,
  payoutStatusWords,
  type Signing,
  stepWords,
  type WhatForAnswer,
} from './payout.ts'
import { isPossible, type PayoutState, type StepKind } from './states.ts'

export type PayoutStep = { kind: StepKind; at: Date; note: string; code: string; reason: DeclineReason | null }
type PayoutRow = {
  id: number
  amount: number
  fee: number
  net: number
  part: number
  parts: number
  method: string
  status: PayoutState
  at: Date
  purpose: string
  /** How far its treasurers are, while it waits for them. */
  signing: Signing | null
  /** True if treasurers had to agree to it. */
  isSigned: boolean
  /** True if its phone may receive no more today. */
  waits: boolean
  steps: PayoutStep[]
  /** The answer to what it was for, once it was sent; null without one. */
  told: WhatForAnswer | null
}

const tones: Record<PayoutState, BadgeTone> = {
  waiting: 'info',
  processing: 'warn',
  approved: 'info',
  completed: 'gain',
  rejected: 'stop',
}

/** The list of requests, and how far each has come. The page says its address. */
export const payoutsView = listView<PayoutRow, undefined, { base: string; isOwn: boolean }>()({
  address: '/fund-drive/:slug/payouts',
  caption: msg`Payouts`,
  fields: {},
  columns: [
    {
      key: 'amount',
      head: msg`Amount`,
      lead: true,
      align: 'right',
      cell: ({ amount }) => <span className="figures whitespace-nowrap">{moneyText(amount)}</span>,
      plain: ({ amount }) => amount / 100,
    },
    { key: 'fee', head: msg`Fee`, plain: ({ fee }) => fee / 100 },
    { key: 'net', head: msg`You receive`, plain: ({ net }) => net / 100 },
    {
      key: 'method',
      head: msg`Method`,
      cell: ({ method }) => <span className="wrap-anywhere">{method}</span>,
      plain: ({ method }) => method,
    },
    {
      key: 'status',
      head: msg`Status`,
      cell: ({ status, steps }, { words }) => (
        <Badge tone={tones[status]}>
          {steps.at(-1)?.kind === 'cancelled' ? <Trans>Cancelled</Trans> : words._(payoutStatusWords[status])}
        </Badge>
      ),
      plain: ({ status }, { words }) => words._(payoutStatusWords[status]),
    },
    {
      key: 'at',
      head: msg`Date`,
      cell: ({ at }, { language }) => momentIn(language, at),
      plain: ({ at }, { language }) => momentIn(language, at),
    },
    {
      key: 'notes',
      head: msg`Notes`,
      prose: true,
      cell: (payout, { more }) => <Notes payout={payout} {...more} />,
      plain: (payout, { words }) =>
        notesOf(payout)
          .map((note) => words._(note))
          .join(' '),
    },
    { key: 'code', head: msg`Code`, plain: ({ steps }) => steps.at(-1)?.code ?? '' },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: {
      title: msg`No payouts yet`,
      text: msg`When you withdraw money, your requests show up here with their progress.`,
    },
  },
  keepHead: true,
  level: 3,
})

function Notes({ payout, base, isOwn }: { payout: PayoutRow; base: string; isOwn: boolean }) {
  const { i18n } = useLingui()
  return (
    <div className="grid @2xl:min-w-52 gap-0.5">
      {notesOf(payout).map((note: Words) => (
        <p key={i18n._(note)} className="wrap-anywhere" dir="auto">
          {i18n._(note)}
        </p>
      ))}
      {payout.purpose && (
        <p className="wrap-anywhere" dir="auto">
          {payout.purpose}
        </p>
      )}
      {payout.isSigned && (
        <p className="text-sm">
          <Link to={`${base}/${payout.id}`} className="inline-flex min-h-11 items-center text-link @2xl:min-h-8">
            <Trans>Who agrees</Trans>
          </Link>
        </p>
      )}
      {payout.status === 'completed' && <WhatFor drive={base.replace(/\/payouts$/, '')} payout={payout} />}
      {isOwn && payout.steps.at(-1)?.kind === 'rejected' && (
        <p className="text-sm">
          <Link to="/about/help" className="text-link inline-flex min-h-11 items-center @2xl:min-h-8">
            <Trans>Write to us</Trans>
          </Link>
        </p>
      )}
      <details className="text-sm">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center text-link @2xl:min-h-8">
          <Trans>Timeline</Trans>
        </summary>
        <Timeline steps={payout.steps} />
      </details>
      {isOwn && isPossible({ step: 'cancelled', from: payout.status, by: 'owner' }) && (
        <Cancel base={base} payout={payout} />
      )}
    </div>
  )
}

/** The question what a withdrawal was for. Once it is answered it leads to the answer, and a further update can be written. */
function WhatFor({ drive, payout: { id, told } }: { drive: string; payout: Pick<PayoutRow, 'id' | 'told'> }) {
  const link = 'inline-flex min-h-11 items-center text-link @2xl:min-h-8'
  return (
    <p className="flex flex-wrap gap-x-4 text-sm">
      {told?.update && (
        <Link to={`${drive}/${told.update}`} className={link}>
          <Trans>See the update</Trans>
        </Link>
      )}
      {told?.receipts && (
        <Link to={`${drive}/money/${id}`} className={link}>
          <Trans>See the receipts</Trans>
        </Link>
      )}
      <Link to={`${drive}/updates?for=${id}`} className={link}>
        {told ? <Trans>Write an update</Trans> : <Trans>What was it for?</Trans>}
      </Link>
    </p>
  )
}

/** Lets the owner take the request back as long as nobody has decided. */
export function Cancel({ base, payout: { id, amount } }: { base: string; payout: { id: number; amount: number } }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  const sum = moneyText(amount)
  return (
    <Changing>
      <Form method="post" action={`${base}/cancel`}>
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

/** Shows each step of a request, with its time and the code for questions to the bank. */
function Timeline({ steps }: { steps: PayoutStep[] }) {
  const { i18n } = useLingui()
  return (
    <ol className="mt-1 grid gap-3 border-line border-l-2 pb-1 pl-4 text-left">
      {steps.map(({ kind, note, code, at }) => (
        <li key={`${kind} ${at.getTime()}`} className="relative">
          <span
            aria-hidden="true"
            className="absolute top-1.5 -left-[21px] size-2.5 rounded-badge bg-brand ring-2 ring-card"
          />
          <p className="font-semibold">{i18n._(stepWords[kind])}</p>
          <p className="figures text-muted">{momentIn(i18n.locale as Language, at)}</p>
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
