import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isLanguage, type Language, languages } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import type { PersonSeen } from './office.ts'
import { RoleBadge } from './people-list.tsx'

/** Since when and why a person is shut out. */
export function Suspension({ suspension }: Pick<PersonSeen, 'suspension'>) {
  const { i18n } = useLingui()
  if (!suspension) return null
  const since = momentIn(i18n.locale as Language, suspension.at)
  return (
    <Notice tone="warn" title={<Trans>Suspended since {since}</Trans>}>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {suspension.why}
      </p>
    </Notice>
  )
}

/** Who it is, as they wrote it themselves, and what we keep beside it. */
export function ProfileCard({ person }: { person: PersonSeen }) {
  const { t, i18n } = useLingui()
  const moment = (at: Date) => momentIn(i18n.locale as Language, at)
  const spoken = isLanguage(person.language) ? languages[person.language] : t`As their browser says`
  return (
    <Card title={<Trans>Profile</Trans>} action={<Avatar name={person.fullName} src={person.avatar} />}>
      <dl className="grid gap-2">
        <Line label={t`Full Name`}>{person.fullName}</Line>
        <Line label={t`Username`}>{person.username}</Line>
        <Line label={person.hasEmail ? t`Email` : t`Phone`}>{person.email}</Line>
        <Line label={t`Verified`}>{person.verified ? t`Yes` : t`No`}</Line>
        <Line label={t`Role`}>
          <RoleBadge role={person.role} />
        </Line>
        <Line label={t`Two-factor sign-in`}>{person.twoFactor ? t`On` : t`Off`}</Line>
        <Line label={t`Language`}>{spoken}</Line>
        <Line label={t`Joined`}>{moment(person.joined)}</Line>
        <Line label={t`Last seen`}>{moment(person.seen)}</Line>
      </dl>
    </Card>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-6">
    <dt className="text-muted">{label}</dt>
    <dd dir="auto" className="wrap-anywhere figures">
      {children}
    </dd>
  </div>
)

type Device = { id: string; browser: string; system: string; address: string | null; since: string; used: string }

/** Where they are signed in. Of an address only its network is kept. */
export function SessionsTable({ sessions }: { sessions: Device[] }) {
  const { t } = useLingui()
  const columns: Column<Device>[] = [
    {
      key: 'device',
      head: t`Device`,
      lead: true,
      cell: ({ browser, system }) => [browser, system].filter(Boolean).join(', ') || t`Unknown device`,
    },
    { key: 'address', head: t`Network`, cell: ({ address }) => <span className="figures">{address || '–'}</span> },
    { key: 'since', head: t`Signed in`, cell: ({ since }) => since },
    { key: 'used', head: t`Last used`, cell: ({ used }) => used },
  ]
  return (
    <Table
      caption={t`Sessions`}
      columns={columns}
      rows={sessions}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          level={3}
          title={<Trans>Not signed in anywhere</Trans>}
          text={<Trans>Each device that they sign in on will appear here.</Trans>}
        />
      }
    />
  )
}
