import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Role, roleNames } from '#app/features/people/role.ts'
import type { Language } from '#app/kit/languages.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { OneLine } from '#app/ui/one-line.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { PersonLine } from './office.ts'

type PeopleTableProps = {
  people: PersonLine[]
  totals: { people: number; verified: number; suspended: number }
  empty: ReactNode
}

/** Everybody with an account. Each name leads to the person's page. */
export function PeopleTable({ people, totals, empty }: PeopleTableProps) {
  const { t, i18n } = useLingui()
  const count = useCount()
  const language = i18n.locale as Language
  const columns: Column<PersonLine>[] = [
    { key: 'name', head: t`Full Name`, lead: true, sortable: true, cell: (one) => <Name {...one} /> },
    {
      key: 'email',
      head: t`Email`,
      cell: ({ email }) => <OneLine text={email} className="@2xl:max-w-64" />,
    },
    { key: 'role', head: t`Role`, cell: ({ role }) => <RoleBadge role={role} /> },
    { key: 'verified', head: t`Verified`, cell: ({ verified }) => (verified ? t`Yes` : t`No`) },
    { key: 'drives', head: t`Fund Drives`, align: 'right', cell: ({ drives }) => count(drives) },
    {
      key: 'joined',
      head: t`Joined`,
      sortable: true,
      cell: ({ joined }) => <When>{briefDayIn(language, joined)}</When>,
    },
    { key: 'seen', head: t`Last seen`, sortable: true, cell: ({ seen }) => <When>{briefDayIn(language, seen)}</When> },
  ]
  return (
    <Table
      caption={t`System Users`}
      columns={columns}
      rows={people}
      rowKey={({ id }) => id}
      empty={empty}
      foot={<Foot {...totals} />}
    />
  )
}

const Name = ({ id, fullName, username, suspended }: PersonLine) => (
  <span className="inline-flex flex-wrap items-center gap-x-2">
    <Link
      to={`/admin/system-users/${id}`}
      className="text-link wrap-anywhere inline-flex min-h-11 items-center"
      title={username}
      dir="auto"
    >
      {fullName}
    </Link>
    {suspended && (
      <Badge tone="stop">
        <Trans>Suspended</Trans>
      </Badge>
    )}
  </span>
)

const When = ({ children }: { children: ReactNode }) => <span className="whitespace-nowrap">{children}</span>

/** Most people are users: only what is particular is coloured. */
export function RoleBadge({ role }: { role: Role }) {
  const { i18n } = useLingui()
  const words = i18n._(roleNames[role])
  return role === 'user' ? words : <Badge tone={role === 'admin' ? 'accent' : 'info'}>{words}</Badge>
}

function Foot({ people, verified, suspended }: PeopleTableProps['totals']) {
  const count = useCount()
  const [confirmed, shut] = [count(verified), count(suspended)]
  return (
    <p className="figures flex flex-wrap gap-x-6 gap-y-1 font-semibold">
      <span>
        <Plural value={people} one="# person" other="# people" />
      </span>
      <span>
        <Trans>{confirmed} verified</Trans>
      </span>
      <span>
        <Trans>{shut} suspended</Trans>
      </span>
    </p>
  )
}
