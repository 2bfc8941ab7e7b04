import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import { amountOf, type Unplaced, whyWords } from './unplaced.ts'

type TableProps = {
  rows: Unplaced[]
  state: 'open' | 'closed'
  search: string
  totals: { currency: string; count: number; amount: number }[]
}

/** Money that matches no payment, or could not. */
export function UnplacedTable({ rows, state, search, totals }: TableProps) {
  const { t, i18n } = useLingui()
  const moment = (at: Date) => momentIn(i18n.locale as Language, at)
  const columns: Column<Unplaced>[] = [
    { key: 'why', head: t`Why`, cell: (row) => <Why row={row} />, lead: true },
    { key: 'amount', head: t`Amount`, cell: amountOf, align: 'right', sortable: true },
    { key: 'reference', head: t`Reference`, cell: ({ reference }) => <span className="break-all">{reference}</span> },
    { key: 'came', head: t`Received`, cell: ({ at }) => moment(at), sortable: true },
    state === 'open'
      ? { key: 'asked', head: t`Refund requested`, cell: ({ askedAt }) => (askedAt ? moment(askedAt) : '–') }
      : { key: 'closed', head: t`Closed`, cell: ({ closedAt }) => (closedAt ? moment(closedAt) : '–') },
  ]
  return (
    <Table
      caption={t`Unplaced money`}
      rows={rows}
      rowKey={({ id }) => String(id)}
      columns={columns}
      empty={<Nothing state={state} search={search} />}
      foot={
        <p className="figures">
          {totals.map((total) => (
            <Sum key={total.currency} count={total.count} sum={amountOf(total)} />
          ))}
        </p>
      }
    />
  )
}

function Nothing({ state, search }: Pick<TableProps, 'state' | 'search'>) {
  if (search)
    return (
      <EmptyState
        title={<Trans>No such money</Trans>}
        text={<Trans>No results.</Trans>}
        action={
          <LinkButton to={`?state=${state}`} variant="secondary">
            {state === 'open' ? <Trans>Show all open ones</Trans> : <Trans>Show all closed ones</Trans>}
          </LinkButton>
        }
      />
    )
  if (state === 'closed')
    return (
      <EmptyState
        title={<Trans>Nothing was closed yet</Trans>}
        text={<Trans>Refunded money, and money closed with a note, will show up here.</Trans>}
      />
    )
  return (
    <EmptyState
      title={<Trans>No unplaced money</Trans>}
      text={<Trans>Everything that arrived matches a payment.</Trans>}
    />
  )
}

const Sum = ({ count, sum }: { count: number; sum: string }) => (
  <span className="mr-6 inline-block">
    <Trans>
      {count} in all: {sum}
    </Trans>
  </span>
)

function Why({ row: { id, why } }: { row: Unplaced }) {
  const { i18n } = useLingui()
  const words = whyWords[why]
  return (
    <Link to={`/admin/books/unplaced/${id}`} className="text-link">
      {words ? i18n._(words) : why}
    </Link>
  )
}
