import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { StatusBadge } from '#app/features/drives/status-badge.tsx'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { OneLine } from '#app/ui/one-line.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import { useCount } from '#app/ui/use-count.ts'
import { type DriveLine, markNames, marksOf } from './office.ts'

type DrivesTableProps = {
  drives: DriveLine[]
  /** Left out where the list is one person's, and short. */
  totals?: { drives: number; raised: number }
  sortable?: boolean
  empty: ReactNode
}

/** All drives, or a person's. Each title leads to the drive's page in here. */
export function DrivesTable({ drives, totals, sortable, empty }: DrivesTableProps) {
  const { t } = useLingui()
  return (
    <Table
      caption={t`Fund Drives`}
      columns={useColumns(sortable ?? false)}
      rows={drives}
      rowKey={({ id }) => id}
      empty={empty}
      foot={totals && <Foot {...totals} />}
    />
  )
}

function useColumns(sortable: boolean): Column<DriveLine>[] {
  const { t, i18n } = useLingui()
  const count = useCount()
  const owner = { key: 'owner', head: t`Owner`, cell: (one: DriveLine) => <Owner {...one.owner} /> }
  return [
    { key: 'title', head: t`Title`, lead: true, sortable, cell: (one) => <Title {...one} /> },
    ...(sortable ? [owner] : []),
    { key: 'status', head: t`Status`, cell: (one) => <Standing {...one} /> },
    { key: 'raised', head: t`Raised`, align: 'right', sortable, cell: (one) => <Raised {...one} /> },
    { key: 'donors', head: t`Donors`, align: 'right', cell: ({ donors }) => count(donors) },
    { key: 'views', head: t`Views left`, align: 'right', cell: ({ viewsLeft }) => count(viewsLeft) },
    {
      ...{ key: 'created', head: t`Created`, sortable },
      cell: ({ created }) => <span className="whitespace-nowrap">{briefDayIn(i18n.locale as Language, created)}</span>,
    },
  ]
}

const Title = ({ slug, title }: DriveLine) => (
  <span className="block">
    <Link to={`/admin/fund-drives/${slug}`} className="text-link">
      <OneLine text={title} className="@2xl:max-w-56" />
    </Link>
    <OneLine text={slug} className="font-normal text-muted text-sm @2xl:max-w-56" />
  </span>
)

function Owner({ id, name, email, gone }: DriveLine['owner']) {
  if (gone) return <span className="text-muted">{name}</span>
  return (
    <span className="block">
      <Link to={`/admin/system-users/${id}`} className="text-link">
        <OneLine text={name} />
      </Link>
      <OneLine text={email} className="text-muted text-sm" />
    </span>
  )
}

/** Its status, and what keeps visitors or money from going their way. */
export function Standing(drive: DriveLine) {
  const { i18n } = useLingui()
  return (
    <span className="flex flex-wrap gap-1.5 @max-2xl:justify-end">
      <StatusBadge status={drive.status} />
      {marksOf(drive).map((mark) => (
        <Badge key={mark} tone={mark === 'used-up' ? 'warn' : 'stop'}>
          {i18n._(markNames[mark])}
        </Badge>
      ))}
      {drive.owner.suspended && (
        <Badge tone="stop">
          <Trans>Owner suspended</Trans>
        </Badge>
      )}
    </span>
  )
}

function Raised({ raised, goal }: DriveLine) {
  const target = goal === null ? null : moneyText(goal, 'KSH')
  return (
    <span className="block">
      {moneyText(raised, 'KSH')}
      {target && (
        <span className="block text-muted text-sm">
          <Trans>of {target}</Trans>
        </span>
      )}
    </span>
  )
}

function Foot({ drives, raised }: { drives: number; raised: number }) {
  const sum = moneyText(raised, 'KSH')
  return (
    <p className="figures flex flex-wrap justify-between gap-x-6 gap-y-1 font-semibold">
      <span>
        <Plural value={drives} one="# fund drive" other="# fund drives" />
      </span>
      <span>
        <Trans>{sum} raised</Trans>
      </span>
    </p>
  )
}
