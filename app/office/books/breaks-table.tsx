import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { OneLine } from '#app/ui/one-line.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import type { Break, State } from './breaks.server.ts'
import { kindOf } from './breaks.ts'

type TableProps = { rows: Break[]; state: State; search: string; count: number }

/** Differences, open or closed. */
export function BreaksTable({ rows, state, search, count }: TableProps) {
  const { t, i18n } = useLingui()
  const moment = (at: Date) => momentIn(i18n.locale as Language, at)
  const open: Column<Break>[] = [
    { key: 'seen', head: t`Last seen`, cell: ({ seenAt }) => moment(seenAt), sortable: true },
  ]
  const closed: Column<Break>[] = [
    { key: 'closed', head: t`Closed`, cell: ({ closedAt }) => (closedAt ? moment(closedAt) : '') },
    { key: 'by', head: t`Closed by`, cell: ({ closedBy }) => closedBy ?? '–' },
    {
      key: 'note',
      head: t`Note`,
      cell: ({ note }) => (
        <span dir="auto" className="wrap-anywhere">
          {note}
        </span>
      ),
    },
  ]
  const columns: Column<Break>[] = [
    { key: 'kind', head: t`What`, cell: (row) => <What row={row} />, lead: true, sortable: true },
    {
      key: 'about',
      head: t`About`,
      cell: (row) =>
        row.drive ? (
          <Link to={`/admin/fund-drives/${row.drive.slug}`} className="text-link">
            <OneLine text={row.drive.title} />
          </Link>
        ) : (
          <OneLine text={row.subject} />
        ),
    },
    { key: 'opened', head: t`Open since`, cell: ({ openedAt }) => moment(openedAt), sortable: true },
    ...(state === 'open' ? open : closed),
  ]
  return (
    <Table
      caption={t`Differences`}
      rows={rows}
      rowKey={({ id }) => String(id)}
      columns={columns}
      empty={<Nothing state={state} search={search} />}
      foot={
        <p className="figures">
          <Trans>{count} in all</Trans>
        </p>
      }
    />
  )
}

function Nothing({ state, search }: { state: State; search: string }) {
  if (search)
    return (
      <EmptyState
        title={<Trans>No such differences</Trans>}
        text={<Trans>No results.</Trans>}
        action={
          <LinkButton to={`?state=${state}`} variant="secondary">
            {state === 'open' ? <Trans>Show all open ones</Trans> : <Trans>Show all closed ones</Trans>}
          </LinkButton>
        }
      />
    )
  return (
    <EmptyState
      title={state === 'open' ? <Trans>No open differences</Trans> : <Trans>No closed differences</Trans>}
      text={<Trans>Differences between the books and the provider appear here.</Trans>}
    />
  )
}

function What({ row: { id, kind } }: { row: Break }) {
  const { i18n } = useLingui()
  return (
    <Link to={`/admin/books/differences/${id}`} className="text-link">
      {i18n._(kindOf(kind).name)}
    </Link>
  )
}
