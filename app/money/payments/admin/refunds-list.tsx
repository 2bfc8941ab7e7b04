import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { links, search } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { OneLine } from '#app/ui/one-line.tsx'
import { Donor, dateColumn, driveColumn } from './gifts-list.tsx'

const refundStates = ['open', 'office', 'attention', 'by hand', 'done', 'failed'] as const
type RefundState = (typeof refundStates)[number]

const stateWords: Record<RefundState, Words> = {
  open: msg`Under way`,
  office: msg`Waits for your decision`,
  attention: msg`Needs the payer’s bank details`,
  'by hand': msg`Has to be sent by hand`,
  done: msg`Processed`,
  failed: msg`Failed`,
}
const giver = msg`Its giver`
const tones: Record<RefundState, BadgeTone> = {
  open: 'warn',
  office: 'warn',
  attention: 'warn',
  'by hand': 'warn',
  done: 'gain',
  failed: 'stop',
}

export type RefundLine = {
  id: number
  at: Date
  endedAt: Date | null
  amount: number
  state: RefundState
  /** The reason in the administrator's words; and the administrator, if it was asked for here. */
  note: string
  by: string | null
  byGiver: boolean
  extId: string | null
  payment: number
  reference: string
  paid: number
  name: string
  email: string
  anonymous: boolean
  isForViews: boolean
  drive: { slug: string; title: string } | null
}
export type RefundTotals = { count: number; done: number; open: number }

/** Money that goes back to payers, by a refund of ours or of the provider's. Each date links to the payment's whole story. */
export const refundsView = listView<RefundLine, RefundTotals>()({
  address: '/admin/refunds',
  caption: msg`Refunds`,
  fields: {
    state: links({
      label: msg`State`,
      of: refundStates,
      words: stateWords,
      all: msg({ message: 'All', context: 'refunds' }),
    }),
    search: search(msg`Email, reference or fund drive`, { className: 'w-full sm:w-80' }),
  },
  columns: [
    dateColumn(({ payment }) => `/admin/donations/${payment}`),
    driveColumn,
    {
      key: 'payer',
      head: msg`Payer`,
      cell: (refund) => (refund.isForViews ? refund.email : <Donor gift={refund} />),
      plain: ({ name }) => name,
    },
    { key: 'email', head: msg`Email`, plain: ({ email }) => email },
    {
      key: 'amount',
      head: msg`Amount`,
      fileHead: msg`Amount (KSH)`,
      sortable: true,
      align: 'right',
      cell: (refund) => <Amount refund={refund} />,
      plain: ({ amount }) => amount / 100,
    },
    { key: 'paid', head: msg`Paid (KSH)`, plain: ({ paid }) => paid / 100 },
    {
      key: 'state',
      head: msg`State`,
      cell: ({ state }, { words }) => <Badge tone={tones[state]}>{words._(stateWords[state])}</Badge>,
      plain: ({ state }, { words }) => words._(stateWords[state]),
    },
    {
      key: 'ended',
      head: msg`Processed`,
      plain: ({ endedAt }, { language }) => (endedAt ? momentIn(language, endedAt) : ''),
    },
    {
      key: 'by',
      head: msg`Asked by`,
      cell: ({ by, byGiver }, { words }) => (by ? <OneLine text={by} /> : words._(byGiver ? giver : msg`Provider`)),
      plain: ({ by, byGiver }, { words }) => by ?? words._(byGiver ? giver : msg`Provider`),
    },
    { key: 'reason', head: msg`Reason`, plain: ({ note }) => note },
    { key: 'reference', head: msg`Reference`, plain: ({ reference }) => reference },
    { key: 'number', head: msg`Provider’s number`, plain: ({ extId }) => extId ?? '' },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: { title: msg`No refunds yet`, text: msg`Refunds of donations and of payments for views will appear here.` },
    narrowed: { title: msg`No such refunds`, all: msg`Show all refunds` },
  },
  foot: (totals) => <Totals {...totals} />,
})

/** Shows the refund, and below it the whole payment if only a part goes back. */
function Amount({ refund: { amount, paid } }: { refund: RefundLine }) {
  const whole = moneyText(paid, 'KSH')
  return (
    <span className="inline-grid justify-items-end">
      {moneyText(amount, 'KSH')}
      {amount < paid && (
        <span className="text-muted text-sm">
          <Trans>of {whole}</Trans>
        </span>
      )}
    </span>
  )
}

function Totals({ count, done, open }: RefundTotals) {
  const [back, underWay] = [moneyText(done, 'KSH'), moneyText(open, 'KSH')]
  return (
    <p className="flex flex-wrap justify-between gap-x-6">
      <span className="text-muted">
        <Plural value={count} one="# refund" other="# refunds" />
      </span>
      <span className="figures flex flex-wrap gap-x-6 font-semibold">
        <span>
          <Trans>{back} refunded</Trans>
        </span>
        {open > 0 && (
          <span>
            <Trans>{underWay} under way</Trans>
          </span>
        )}
      </span>
    </p>
  )
}
