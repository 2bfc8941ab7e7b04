import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { type Column, Table } from '#app/ui/table.tsx'
import { AmountCell, DriveCell, OwnerCell, TotalsLine } from './cells.tsx'
import type { PayoutListed, Totals } from './list.server.ts'
import { StateCell } from './state-cell.tsx'

type OfficePayoutsTableProps = { payouts: PayoutListed[]; totals: Totals; empty: ReactNode }

/** All withdrawals, whatever became of them. */
export function OfficePayoutsTable({ payouts, totals, empty }: OfficePayoutsTableProps) {
  const { t, i18n } = useLingui()
  const columns: Column<PayoutListed>[] = [
    { key: 'owner', head: t`Owner`, cell: (payout) => <OwnerCell payout={payout} />, lead: true },
    { key: 'drive', head: t`Fund drive`, cell: (payout) => <DriveCell payout={payout} /> },
    {
      ...{ key: 'amount', head: t`Amount`, align: 'right', sortable: true },
      cell: (payout) => <AmountCell payout={payout} />,
    },
    { key: 'method', head: t`Method`, cell: ({ method }) => <span className="wrap-anywhere">{method}</span> },
    { key: 'status', head: t`Status`, cell: (payout) => <StateCell payout={payout} /> },
    { key: 'attempts', head: t`Attempts`, cell: ({ attempt }) => <Attempts attempt={attempt} /> },
    {
      ...{ key: 'asked', head: t`Asked for`, sortable: true },
      cell: ({ at, id }) => (
        <span className="grid gap-1">
          {momentIn(i18n.locale as Language, at)}
          <Link to={`/admin/payouts/${id}`} className="text-link text-sm">
            <Trans>Payout {`${id}`}</Trans>
          </Link>
        </span>
      ),
    },
  ]
  return (
    <Table
      caption={t`Payouts`}
      columns={columns}
      rows={payouts}
      rowKey={({ id }) => String(id)}
      empty={empty}
      foot={payouts.length > 0 && <TotalsLine totals={totals} />}
    />
  )
}

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
