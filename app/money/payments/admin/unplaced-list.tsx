import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { choice, parts, search } from '#app/kit/list.ts'
import { momentIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { amountOf, type UnplacedMoney, unplacedWhys, unplacedWhyWords } from './unplaced.ts'

export type UnplacedTotals = { currency: string; count: number; amount: number }[]

/** Money that matches no payment, or could not. */
export const unplacedView = listView<UnplacedMoney, UnplacedTotals>()({
  address: '/admin/books/unplaced',
  caption: msg`Unplaced money`,
  fields: {
    search: search(msg`Account, code, name or note`),
    why: choice({ label: msg`Why`, all: msg`All reasons`, of: unplacedWhys, words: unplacedWhyWords }),
    state: parts({
      label: msg`State`,
      of: ['open', 'closed'],
      words: { open: msg`Open`, closed: msg`Closed` },
      start: 'open',
    }),
  },
  columns: [
    { key: 'number', head: msg`Number`, plain: ({ id }) => id },
    {
      key: 'why',
      head: msg`Why`,
      lead: true,
      cell: (row) => <Why row={row} />,
      plain: ({ why }, { words }) => (unplacedWhyWords[why] ? words._(unplacedWhyWords[why]) : why),
    },
    {
      key: 'amount',
      head: msg`Amount`,
      align: 'right',
      sortable: true,
      cell: amountOf,
      plain: ({ amount }) => amount / 100,
    },
    { key: 'currency', head: msg`Currency`, plain: ({ currency }) => currency },
    {
      key: 'claims',
      head: msg`Claims`,
      align: 'right',
      cell: ({ claims }) => (claims > 0 ? <Badge tone="warn">{claims}</Badge> : '–'),
      plain: ({ claims }) => claims,
    },
    {
      key: 'reference',
      head: msg`Account or reference`,
      cell: ({ reference }) => <span className="break-all">{reference}</span>,
      plain: ({ reference }) => reference,
    },
    {
      key: 'name',
      head: msg`Name at M-Pesa`,
      cell: ({ name, tail }) => (
        <span>
          {name || !tail ? <bdi className="wrap-anywhere">{name ?? '–'}</bdi> : null}
          {tail && <span className="figures block text-muted">… {tail}</span>}
        </span>
      ),
      plain: ({ name }) => name ?? '',
    },
    {
      key: 'tail',
      head: msg`Last digits of the number`,
      plain: ({ tail }) => tail ?? '',
    },
    {
      key: 'code',
      head: msg`M-Pesa code`,
      cell: ({ code }) => (code ? <span className="figures">{code}</span> : '–'),
      plain: ({ code }) => code ?? '',
    },
    { key: 'provider', head: msg`Number at the provider`, plain: ({ providerId }) => providerId },
    {
      key: 'came',
      head: msg`Received`,
      sortable: true,
      cell: ({ at }, { language }) => momentIn(language, at),
      plain: ({ at }, { language }) => momentIn(language, at),
    },
    {
      key: 'asked',
      head: msg`Refund requested`,
      only: ({ state }) => state === 'open',
      cell: ({ askedAt }, { language }) => (askedAt ? momentIn(language, askedAt) : '–'),
    },
    {
      key: 'closed',
      head: msg`Closed`,
      only: ({ state }) => state === 'closed',
      cell: ({ closedAt }, { language }) => (closedAt ? momentIn(language, closedAt) : '–'),
      plain: ({ closedAt }, { language }) => (closedAt ? momentIn(language, closedAt) : ''),
    },
    { key: 'by', head: msg`Closed by`, plain: ({ closedBy }) => closedBy ?? '' },
    { key: 'note', head: msg`Note`, plain: ({ note }) => note },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: ({ state }) =>
      state === 'closed'
        ? {
            title: msg`Nothing was closed yet`,
            text: msg`Refunded money, and money closed with a note, will show up here.`,
          }
        : { title: msg`No unplaced money`, text: msg`Everything that arrived matches a payment.` },
    narrowed: {
      title: msg`No such money`,
      all: ({ state }) => (state === 'open' ? msg`Show all open ones` : msg`Show all closed ones`),
    },
  },
  foot: (totals) => (
    <p className="figures">
      {totals.map((total) => (
        <Sum key={total.currency} count={total.count} sum={amountOf(total)} />
      ))}
    </p>
  ),
})

const Sum = ({ count, sum }: { count: number; sum: string }) => (
  <span className="mr-6 inline-block">
    <Trans>
      {count} in all: {sum}
    </Trans>
  </span>
)

function Why({ row: { id, why, state, reservedAt, isReservedLong } }: { row: UnplacedMoney }) {
  const { i18n } = useLingui()
  const words = unplacedWhyWords[why]
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Link to={`/admin/books/unplaced/${id}`} className="text-link">
        {words ? i18n._(words) : why}
      </Link>
      {state === 'open' && reservedAt && (
        <Badge tone={isReservedLong ? 'stop' : 'warn'}>
          {isReservedLong ? <Trans>Return not recorded</Trans> : <Trans>Being sent back</Trans>}
        </Badge>
      )}
    </span>
  )
}
