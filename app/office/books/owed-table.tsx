import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ksh } from '#app/office/money-write.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import type { Owed } from './owed.server.ts'

type TableProps = { rows: Owed[]; totals: { owed: number; drives: number }; search: string }

/** What each drive's owner is owed. */
export function OwedTable({ rows, totals, search }: TableProps) {
  const { t } = useLingui()
  const sum = ksh(totals.owed)
  const columns: Column<Owed>[] = [
    {
      ...{ key: 'drive', head: t`Fund drive`, lead: true },
      cell: ({ slug, title }) => (
        <Link to={`/admin/fund-drives?search=${slug}`} className="text-link wrap-anywhere" dir="auto">
          {title}
        </Link>
      ),
    },
    { key: 'shares', head: t`Owner’s share`, cell: ({ shares }) => ksh(shares), align: 'right', sortable: true },
    { key: 'paid', head: t`Withdrawn`, cell: ({ paid }) => ksh(paid), align: 'right', sortable: true },
    { key: 'owed', head: t`Owed`, cell: ({ owed }) => ksh(owed), align: 'right', sortable: true },
  ]
  return (
    <Table
      caption={t`Owed to fund drives`}
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns}
      empty={<Nothing search={search} />}
      foot={
        <p className="figures">
          <Plural
            value={totals.drives}
            one={`# fund drive, owed ${sum}`}
            other={`# fund drives, owed together ${sum}`}
          />
        </p>
      }
    />
  )
}

const Nothing = ({ search }: { search: string }) =>
  search ? (
    <EmptyState
      title={<Trans>No such fund drives</Trans>}
      text={<Trans>No results.</Trans>}
      action={
        <LinkButton to="?" variant="secondary">
          <Trans>Show all fund drives</Trans>
        </LinkButton>
      }
    />
  ) : (
    <EmptyState
      title={<Trans>Nobody is owed anything</Trans>}
      text={<Trans>Fund drives that have received gifts will appear here.</Trans>}
    />
  )
