import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { choice, search } from '#app/kit/list.ts'
import { briefDayIn, momentIn } from '#app/kit/time.ts'
import { type Role, roleNames, roles } from '#app/people/accounts/account.ts'
import { Badge } from '#app/ui/badge.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { OneLine } from '#app/ui/one-line.tsx'
import { type PersonLine, personStates, verifieds } from './person-admin.ts'

export type PeopleTotals = { people: number; verified: number; suspended: number }

const all = msg({ message: 'All', context: 'people' })
const yesOrNo = (is: boolean) => (is ? msg`Yes` : msg`No`)

/** The list of all accounts. Each name leads to the person's page. */
export const peopleView = listView<PersonLine, PeopleTotals>()({
  address: '/admin/system-users',
  caption: msg`System Users`,
  fields: {
    search: search(msg`Name, username or email`),
    role: choice({ label: msg`Role`, of: roles, words: roleNames, all: msg`All` }),
    verified: choice({
      label: msg`Verified`,
      of: verifieds,
      words: { yes: msg`Verified`, no: msg`Not verified` },
      all,
    }),
    state: choice({
      label: msg`Account`,
      of: personStates,
      words: { open: msg`Not suspended`, suspended: msg`Suspended` },
      all,
    }),
  },
  columns: [
    {
      key: 'name',
      head: msg`Full Name`,
      lead: true,
      sortable: true,
      cell: (one) => <Name {...one} />,
      plain: ({ fullName }) => fullName,
    },
    { key: 'username', head: msg`Username`, plain: ({ username }) => username },
    {
      key: 'email',
      head: msg`Email`,
      cell: ({ email }) => <OneLine text={email} className="@2xl:max-w-64" />,
      plain: ({ email }) => email,
    },
    {
      key: 'role',
      head: msg`Role`,
      cell: ({ role }) => <RoleBadge role={role} />,
      plain: ({ role }, { words }) => words._(roleNames[role]),
    },
    {
      key: 'verified',
      head: msg`Verified`,
      cell: ({ verified }, { words }) => words._(yesOrNo(verified)),
      plain: ({ verified }, { words }) => words._(yesOrNo(verified)),
    },
    { key: 'suspended', head: msg`Suspended`, plain: ({ suspended }, { words }) => words._(yesOrNo(suspended)) },
    {
      key: 'drives',
      head: msg`Fund Drives`,
      align: 'right',
      cell: ({ drives }, { count }) => count(drives),
      plain: ({ drives }) => drives,
    },
    {
      key: 'joined',
      head: msg`Joined`,
      sortable: true,
      cell: ({ joined }, { language }) => <When>{briefDayIn(language, joined)}</When>,
      plain: ({ joined }, { language }) => momentIn(language, joined),
    },
    {
      key: 'seen',
      head: msg`Last seen`,
      sortable: true,
      cell: ({ seen }, { language }) => <When>{briefDayIn(language, seen)}</When>,
      plain: ({ seen }, { language }) => momentIn(language, seen),
    },
  ],
  rowKey: ({ id }) => id,
  empty: {
    // The list always has at least the administrator who reads it.
    none: { title: msg`No such people`, text: msg`No results.` },
    narrowed: { title: msg`No such people`, all: msg`Show everyone` },
  },
  foot: ({ people, verified, suspended }, { count }) => (
    <Foot people={people} confirmed={count(verified)} shut={count(suspended)} />
  ),
})

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

type OwnerShown = { id: string; name: string; email: string; gone: boolean }

/** A row's owner in a list; a link to their page while they have an account. */
export function Owner({ id, name, email, gone }: OwnerShown) {
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

/** The owner, among the facts of a page. */
export const OwnerName = ({ owner: { id, name, gone } }: { owner: Omit<OwnerShown, 'email'> }) =>
  gone ? (
    name
  ) : (
    <Link to={`/admin/system-users/${id}`} className="text-link">
      {name}
    </Link>
  )

const When = ({ children }: { children: ReactNode }) => <span className="whitespace-nowrap">{children}</span>

/** Most people are users: only other roles are coloured. */
export function RoleBadge({ role }: { role: Role }) {
  const { i18n } = useLingui()
  const words = i18n._(roleNames[role])
  return role === 'user' ? words : <Badge tone={role === 'admin' ? 'accent' : 'info'}>{words}</Badge>
}

const Foot = ({ people, confirmed, shut }: { people: number; confirmed: string; shut: string }) => (
  <p className="figures wrap-anywhere flex flex-wrap gap-x-6 gap-y-1 font-semibold">
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
