import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { StatusBadge } from '#app/drives/drive/campaign/badges.tsx'
import { statuses, statusNames } from '#app/drives/drive/drive.ts'
import { choice, search } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn, momentIn } from '#app/kit/time.ts'
import { Owner } from '#app/people/accounts/admin/people-list.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { OneLine } from '#app/ui/one-line.tsx'
import { type DriveLine, driveMarks, markNames, marksOf } from './drive-admin.ts'

export type DrivesTotals = { drives: number; raised: number }

/** All drives, or a person's. Each title leads to the drive's page in here. */
export const drivesView = listView<DriveLine, DrivesTotals>()({
  address: '/admin/fund-drives',
  caption: msg`Fund Drives`,
  fields: {
    search: search(msg`Title, slug, code or owner’s email`),
    status: choice({ label: msg`Status`, of: statuses, words: statusNames, all: msg`All` }),
    mark: choice({ label: msg`Mark`, of: driveMarks, words: markNames, all: msg`All` }),
  },
  columns: [
    {
      key: 'title',
      head: msg`Title`,
      lead: true,
      sortable: true,
      cell: (one) => <Title {...one} />,
      plain: ({ title }) => title,
    },
    { key: 'slug', head: msg`Slug`, plain: ({ slug }) => slug },
    { key: 'owner', head: msg`Owner`, cell: ({ owner }) => <Owner {...owner} />, plain: ({ owner }) => owner.name },
    { key: 'email', head: msg`Email`, plain: ({ owner }) => owner.email },
    {
      key: 'status',
      head: msg`Status`,
      cell: (one) => <DriveStanding {...one} />,
      plain: ({ status }, { words }) => words._(statusNames[status]),
    },
    {
      key: 'marks',
      head: msg`Marks`,
      plain: (one, { words }) =>
        marksOf(one)
          .map((mark) => words._(markNames[mark]))
          .join(', '),
    },
    {
      key: 'raised',
      head: msg`Raised`,
      fileHead: msg`Raised (KSH)`,
      align: 'right',
      sortable: true,
      cell: (one) => <Raised {...one} />,
      plain: ({ raised }) => raised / 100,
    },
    { key: 'goal', head: msg`Goal (KSH)`, plain: ({ goal }) => (goal === null ? null : goal / 100) },
    {
      key: 'donors',
      head: msg`Donors`,
      align: 'right',
      cell: ({ donors }, { count }) => count(donors),
      plain: ({ donors }) => donors,
    },
    {
      key: 'views',
      head: msg`Views left`,
      align: 'right',
      cell: ({ viewsLeft }, { count }) => count(viewsLeft),
      plain: ({ viewsLeft }) => viewsLeft,
    },
    {
      key: 'created',
      head: msg`Created`,
      sortable: true,
      cell: ({ created }, { language }) => <span className="whitespace-nowrap">{briefDayIn(language, created)}</span>,
      plain: ({ created }, { language }) => momentIn(language, created),
    },
  ],
  rowKey: ({ id }) => id,
  empty: {
    none: { title: msg`No fund drives yet`, text: msg`Fund drives will appear here when people start them.` },
    narrowed: { title: msg`No such fund drives`, all: msg`Show all fund drives` },
  },
  foot: (totals) => <Foot {...totals} />,
  hidesBar: true,
})

const Title = ({ slug, title }: DriveLine) => (
  <span className="block">
    <Link to={`/admin/fund-drives/${slug}`} className="text-link">
      <OneLine text={title} className="@2xl:max-w-56" />
    </Link>
    <OneLine text={slug} className="font-normal text-muted text-sm @2xl:max-w-56" />
  </span>
)

/** Shows the drive's status, and what blocks visitors or money. */
export function DriveStanding(drive: DriveLine) {
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
