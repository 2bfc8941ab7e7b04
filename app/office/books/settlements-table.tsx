import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import { directionWords, type Settlement } from './settlements.ts'

type TableProps = { rows: Settlement[]; totals: { count: number; toBank: number; fromBank: number } }

/** What moved between the provider and our bank, as it was booked. */
export function SettlementsTable({ rows, totals }: TableProps) {
  const { t, i18n } = useLingui()
  const day = (one: Settlement) => briefDayIn(i18n.locale as Language, new Date(`${one.day}T12:00:00Z`))
  const columns: Column<Settlement>[] = [
    { key: 'reference', head: t`Reference`, cell: ({ reference }) => reference, lead: true },
    { key: 'direction', head: t`Direction`, cell: ({ direction }) => i18n._(directionWords[direction]) },
    {
      ...{ key: 'amount', head: t`Amount`, align: 'right', sortable: true },
      cell: ({ amount }) => moneyText(amount, 'KSH'),
    },
    { key: 'day', head: t`Day`, cell: day, sortable: true },
    {
      key: 'why',
      head: t`Reason`,
      cell: ({ why }) => (
        <span dir="auto" className="wrap-anywhere">
          {why}
        </span>
      ),
    },
    { key: 'state', head: t`Status`, cell: (row) => <State row={row} /> },
  ]
  const [toBank, fromBank] = [moneyText(totals.toBank, 'KSH'), moneyText(totals.fromBank, 'KSH')]
  return (
    <Table
      caption={t`Settlements`}
      rows={rows}
      rowKey={({ id }) => String(id)}
      columns={columns}
      empty={
        <EmptyState
          title={<Trans>No settlements</Trans>}
          text={<Trans>What the provider pays out to our bank, or we put in there, is booked here by hand.</Trans>}
        />
      }
      foot={
        <p className="figures">
          <Trans>
            {totals.count} booked: {toBank} to our bank, {fromBank} from it
          </Trans>
        </p>
      }
    />
  )
}

function State({ row: { id, askedBy, bookedBy } }: { row: Settlement }) {
  if (bookedBy)
    return (
      <>
        <Badge tone="gain">
          <Trans>Booked</Trans>
        </Badge>{' '}
        <span className="text-muted text-sm">{bookedBy}</span>
      </>
    )
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone="warn">
        <Trans>1 of 2 approvals</Trans>
      </Badge>
      <span className="text-muted text-sm">{askedBy}</span>
      <Link
        to={`/admin/books/settlements/new?waiting=${id}`}
        preventScrollReset
        className="text-link inline-flex min-h-11 items-center"
      >
        <Trans>Look at it and book it</Trans>
      </Link>
    </div>
  )
}
