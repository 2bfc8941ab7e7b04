import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { acts, nouns } from '#app/features/audit/audit.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { OneLine } from '#app/ui/one-line.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import { FactList } from './fact-list.tsx'
import { factsOf, type Line } from './log.ts'

type Lines = { lines: number; more: boolean }
type LogTableProps = {
  lines: Line[]
  /** Left out where the lines are those about one thing: then none says what it is about, and they are not sorted. */
  count?: Lines
  empty: ReactNode
}

/** What was done and seen, by whom, to what, and why. */
export function LogTable({ lines, count, empty }: LogTableProps) {
  const { t, i18n } = useLingui()
  const columns: Column<Line>[] = [
    {
      ...{ key: 'at', head: t`When`, sortable: count !== undefined, lead: true },
      cell: ({ at }) => <span className="figures @2xl:whitespace-nowrap">{momentIn(i18n.locale as Language, at)}</span>,
    },
    { key: 'by', head: t`Who`, cell: (line) => <Who line={line} /> },
    { key: 'act', head: t`What was done`, cell: ({ act }) => i18n._(acts[act] ?? { id: act }) },
    ...(count ? [{ key: 'about', head: t`About`, cell: (line: Line) => <About line={line} /> }] : []),
    { key: 'facts', head: t`Details`, cell: (line) => <Detail line={line} /> },
  ]
  return (
    <Table
      caption={t`Audit Log`}
      columns={columns}
      rows={lines}
      rowKey={({ id }) => String(id)}
      empty={empty}
      foot={count && <Count {...count} />}
    />
  )
}

function Who({ line: { by, through, address } }: { line: Line }) {
  return (
    <span className="grid gap-0.5">
      {by ? (
        <>
          <Link to={`/admin/system-users/${by.id}`} className="text-link">
            <OneLine text={by.name} />
          </Link>
          <OneLine text={by.email} className="text-muted text-sm @2xl:max-w-56" />
        </>
      ) : through === 'setting' ? (
        <Trans>A setting</Trans>
      ) : (
        <Trans>The command line</Trans>
      )}
      {address && <span className="figures text-muted text-sm @2xl:hidden">{address}</span>}
    </span>
  )
}

function About({ line: { noun, subject, about, to } }: { line: Line }) {
  const { i18n } = useLingui()
  const kind = i18n._(nouns[noun] ?? { id: noun })
  const which = about ?? (/^\d+$/.test(subject) ? `#${subject}` : subject)
  const isId = !about && subject.length > 20
  const words = <OneLine text={isId ? kind : which || kind} className="@2xl:max-w-52" />
  return (
    <span className="grid gap-0.5 @2xl:min-w-28 @2xl:max-w-64">
      {to ? (
        <Link to={to} className="text-link inline-flex min-h-11 items-center @2xl:min-h-6">
          {words}
        </Link>
      ) : (
        words
      )}
      {which && !isId && <span className="text-muted text-sm">{kind}</span>}
    </span>
  )
}

function Detail({ line }: { line: Line }) {
  const { why } = line
  if (!why && factsOf(line).length === 0) return '–'
  return (
    <span className="grid gap-1 @2xl:min-w-48">
      <FactList line={line} />
      {why && (
        <q className="wrap-anywhere text-[0.9375rem]" dir="auto">
          {why}
        </q>
      )}
    </span>
  )
}

const Count = ({ lines, more }: Lines) => (
  <p className="text-muted">
    {more ? (
      <Plural value={lines} one="More than # line" other="More than # lines" />
    ) : (
      <Plural value={lines} one="# line" other="# lines" />
    )}
  </p>
)
