import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { type Column, Table } from '#app/ui/table.tsx'
import { AmountCell, DriveCell, OwnerCell, TotalsLine } from './cells.tsx'
import { CheckCell } from './check.tsx'
import { DecideButtons, SaidBefore } from './decide-buttons.tsx'
import type { Requested } from './desk.server.ts'
import type { Totals } from './list.server.ts'
import { ShowNumber } from './show-number.tsx'
import { StateCell } from './state-cell.tsx'

type RequestsTableProps = { requests: Requested[]; totals: Totals; lookerId: string; empty: ReactNode }

/** What owners have asked for, with what one has to know before deciding. */
export function RequestsTable({ requests, totals, lookerId, empty }: RequestsTableProps) {
  const { t, i18n } = useLingui()
  const columns: Column<Requested>[] = [
    { key: 'owner', head: t`Owner`, cell: (request) => <OwnerCell payout={request} />, lead: true },
    { key: 'drive', head: t`Fund drive`, cell: (request) => <DriveCell payout={request} /> },
    {
      ...{ key: 'amount', head: t`Amount`, align: 'right', sortable: true },
      cell: (request) => <AmountCell payout={request} />,
    },
    { key: 'method', head: t`Method`, cell: (request) => <ShowNumber payout={request} /> },
    {
      ...{ key: 'asked', head: t`Asked for`, sortable: true },
      cell: ({ at, id }) => (
        <span className="grid gap-1">
          {momentIn(i18n.locale as Language, at)}
          <Link to={`/admin/payouts/${id}`} className="text-link text-sm">
            <Trans>Request {`${id}`}</Trans>
          </Link>
        </span>
      ),
    },
    { key: 'check', head: t`Balance check`, cell: ({ check }) => <CheckCell check={check} /> },
    {
      ...{ key: 'decide', head: t`Decision` },
      cell: (request) =>
        request.status === 'processing' ? (
          <DecideButtons request={request} lookerId={lookerId} />
        ) : (
          <StateCell payout={request} />
        ),
    },
  ]
  return (
    <Table
      caption={t`Withdrawal Requests`}
      columns={columns}
      rows={requests}
      rowKey={({ id }) => String(id)}
      empty={empty}
      below={(request) =>
        request.approval || (request.attempt && request.status === 'processing') ? (
          <SaidBefore request={request} lookerId={lookerId} />
        ) : null
      }
      foot={requests.length > 0 && <TotalsLine totals={totals} />}
    />
  )
}
