import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { days, links, oneDrive, search } from '#app/kit/list.ts'
import { reasonIn } from '#app/kit/provider-reasons.ts'
import { momentIn } from '#app/kit/time.ts'
import { payoutStatusWords } from '#app/money/payouts/payout.ts'
import { listView } from '#app/ui/list-view.tsx'
import { AmountCell, DriveCell, OwnerCell, StateCell, TotalsLine } from './cells.tsx'
import { attemptWords, type PayoutListed, payoutStates, type Totals } from './payout-admin.ts'

/** The search field of withdrawals, wherever they are listed. */
export const searchPayouts = search(msg`Owner, fund drive, reference or code`, { className: 'w-full sm:w-80' })

/** The list of all withdrawals, whatever became of them. */
export const adminPayoutsView = listView<PayoutListed, Totals>()({
  address: '/admin/payouts',
  caption: msg`Payouts`,
  fields: {
    search: searchPayouts,
    ...days(),
    state: links({
      label: msg`Status`,
      of: payoutStates,
      words: payoutStatusWords,
      all: msg({ message: 'All', context: 'payouts' }),
    }),
    drive: oneDrive(),
  },
  columns: [
    { key: 'id', head: msg`Request`, plain: ({ id }) => id },
    {
      key: 'owner',
      head: msg`Owner`,
      lead: true,
      cell: (payout) => <OwnerCell payout={payout} />,
      plain: ({ owner }) => owner,
    },
    { key: 'email', head: msg`Email`, plain: ({ email }) => email },
    {
      key: 'drive',
      head: msg`Fund drive`,
      cell: (payout) => <DriveCell payout={payout} />,
      plain: ({ title }) => title,
    },
    { key: 'slug', head: msg`Address`, plain: ({ slug }) => slug },
    {
      key: 'amount',
      head: msg`Amount`,
      align: 'right',
      sortable: true,
      cell: (payout) => <AmountCell payout={payout} />,
      plain: ({ amount }) => amount / 100,
    },
    { key: 'fee', head: msg`Fee`, plain: ({ fee }) => fee / 100 },
    { key: 'net', head: msg`Net`, plain: ({ net }) => net / 100 },
    {
      key: 'method',
      head: msg`Method`,
      cell: ({ method }) => <span className="wrap-anywhere">{method}</span>,
      plain: ({ method }) => method,
    },
    {
      key: 'status',
      head: msg`Status`,
      cell: (payout) => <StateCell payout={payout} />,
      plain: ({ status }, { words }) => words._(payoutStatusWords[status]),
    },
    { key: 'attempts', head: msg`Attempts`, cell: ({ attempt }) => <Attempts attempt={attempt} /> },
    {
      key: 'asked',
      head: msg`Asked for`,
      sortable: true,
      cell: ({ at, id }, { language }) => (
        <span className="grid gap-1">
          {momentIn(language, at)}
          <Link to={`/admin/payouts/${id}`} className="text-link text-sm">
            <Trans>Payout {`${id}`}</Trans>
          </Link>
        </span>
      ),
      plain: ({ at }, { language }) => momentIn(language, at),
    },
    { key: 'changed', head: msg`Changed`, plain: ({ changed }, { language }) => momentIn(language, changed) },
    { key: 'tried', head: msg`Attempts`, plain: ({ attempt }) => attempt?.n ?? 0 },
    {
      key: 'last',
      head: msg`Last attempt`,
      plain: ({ attempt }, { words }) => (attempt ? words._(attemptWords[attempt.state]) : ''),
    },
    { key: 'reference', head: msg`Reference`, plain: ({ attempt }) => attempt?.reference ?? '' },
    { key: 'code', head: msg`Code`, plain: ({ attempt }) => attempt?.code ?? '' },
    {
      key: 'cost',
      head: msg`Transfer fee`,
      plain: ({ attempt }) => (attempt?.fee == null ? null : attempt.fee / 100),
    },
    { key: 'notes', head: msg`Notes`, plain: ({ notes }, { words }) => reasonIn(words, notes) },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: { title: msg`No payouts yet`, text: msg`Withdrawal requests will appear here.` },
    narrowed: { title: msg`No such payouts`, all: msg`Show all payouts` },
  },
  foot: (totals) => totals.count > 0 && <TotalsLine totals={totals} />,
  first: msg`Back to the first page`,
})

function Attempts({ attempt }: Pick<PayoutListed, 'attempt'>) {
  if (!attempt)
    return (
      <span className="text-muted">
        <Trans>None</Trans>
      </span>
    )
  return (
    <span className="figures grid text-sm">
      <span>{attempt.n}</span>
      {attempt.code && <span className="wrap-anywhere text-muted">{attempt.code}</span>}
    </span>
  )
}
