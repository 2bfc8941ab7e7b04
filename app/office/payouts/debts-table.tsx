import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import type { DebtFilter } from './debts.server.ts'
import type { Debt } from './debts.ts'

type DebtsTableProps = { debts: Debt[]; totals: { count: number; sum: number }; filter: DebtFilter }

/** The drives that owe. Coming gifts pay; where none come any more, somebody gives the debt up. */
export function DebtsTable({ debts, totals: { count, sum }, filter }: DebtsTableProps) {
  const { t, i18n } = useLingui()
  const day = (at: Date) => briefDayIn(i18n.locale as Language, at)
  const columns: Column<Debt>[] = [
    {
      ...{ key: 'drive', head: t`Fund drive`, lead: true },
      cell: ({ driveId, title }) => (
        <Link
          to={`/admin/donations?drive=${driveId}&state=refunded`}
          className="text-link wrap-anywhere inline-flex min-h-11 items-center"
          dir="auto"
        >
          {title}
        </Link>
      ),
    },
    { key: 'debt', head: t`Owes`, align: 'right', cell: ({ debt }) => moneyText(debt, 'KSH'), sortable: true },
    { key: 'since', head: t`Since`, cell: ({ since }) => day(since), sortable: true },
    { key: 'last', head: t`Last donation`, cell: ({ lastGift }) => (lastGift ? day(lastGift) : '–') },
    { key: 'deed', head: t`What to do`, cell: (debt) => <Way debt={debt} /> },
  ]
  return (
    <Table
      caption={t`Debts`}
      columns={columns}
      rows={debts}
      rowKey={({ driveId }) => driveId}
      empty={<Nothing filter={filter} />}
      foot={
        <p className="flex flex-wrap justify-between gap-x-6">
          <span className="text-muted">
            <Plural value={count} one="# fund drive owes" other="# fund drives owe" />
          </span>
          <span className="figures font-semibold">{moneyText(sum, 'KSH')}</span>
        </p>
      }
    />
  )
}

const Nothing = ({ filter: { search, state } }: { filter: DebtFilter }) =>
  search || state ? (
    <EmptyState
      title={<Trans>No such debts</Trans>}
      text={<Trans>No results.</Trans>}
      action={
        <LinkButton to="?" variant="secondary">
          <Trans>Show all debts</Trans>
        </LinkButton>
      }
    />
  ) : (
    <EmptyState
      title={<Trans>No fund drive owes anything</Trans>}
      text={<Trans>When money is refunded that an owner has already withdrawn, the debt shows up here.</Trans>}
    />
  )

function Way({ debt: { driveId, openRequests, hopeless } }: { debt: Debt }) {
  if (openRequests > 0)
    return (
      <Link to="/admin/withdrawal-requests" className="text-link inline-flex min-h-11 items-center">
        <Trans>Decide its withdrawal request first</Trans>
      </Link>
    )
  return (
    <span className="flex flex-wrap items-center gap-3 max-@2xl:justify-end">
      <LinkButton
        to={`/admin/disputes/debts/${driveId}`}
        preventScrollReset
        size="small"
        variant={hopeless ? 'primary' : 'secondary'}
      >
        <Trans>Write off</Trans>
      </LinkButton>
      {!hopeless && (
        <span className="text-muted text-sm">
          <Trans>Donations may still pay it</Trans>
        </span>
      )}
    </span>
  )
}
