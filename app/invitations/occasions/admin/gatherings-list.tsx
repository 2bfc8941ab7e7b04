import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { choice, flagField, search } from '#app/kit/list.ts'
import { briefDayIn, momentIn } from '#app/kit/time.ts'
import { Owner } from '#app/people/accounts/admin/people-list.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { OneLine } from '#app/ui/one-line.tsx'
import { type GatheringLine, gatheringStatuses, gatheringStatusWords } from './gathering-admin.ts'

/** All invitations. Each title leads to the invitation's admin page. */
export const gatheringsView = listView<GatheringLine, { count: number }>()({
  address: '/admin/gatherings',
  caption: msg`Invitations`,
  fields: {
    search: search(msg`Title, hosts, slug or owner’s email`),
    status: choice({ label: msg`Status`, of: gatheringStatuses, words: gatheringStatusWords, all: msg`All` }),
    reported: flagField(msg`Reported by guests`),
  },
  columns: [
    {
      key: 'title',
      head: msg`Title`,
      lead: true,
      cell: ({ slug, title, hosts }) => (
        <span className="block">
          <Link to={`/admin/gatherings/${slug}`} className="text-link">
            <OneLine text={title} className="@2xl:max-w-56" />
          </Link>
          <OneLine text={hosts} className="font-normal text-muted text-sm @2xl:max-w-56" />
        </span>
      ),
      plain: ({ title }) => title,
    },
    { key: 'hosts', head: msg`Hosts`, plain: ({ hosts }) => hosts },
    { key: 'slug', head: msg`Slug`, plain: ({ slug }) => slug },
    {
      key: 'owner',
      head: msg({ message: 'Owner', context: 'invitation' }),
      cell: ({ owner }) => <Owner {...owner} />,
      plain: ({ owner }) => owner.name,
    },
    {
      key: 'status',
      head: msg`Status`,
      cell: (line) => <GatheringStanding {...line} />,
      plain: ({ status }, { words }) => words._(gatheringStatusWords[status]),
    },
    {
      key: 'day',
      head: msg`Day`,
      cell: ({ day }, { language }) => (day ? briefDayIn(language, day) : '–'),
      plain: ({ day }, { language }) => (day ? momentIn(language, day) : ''),
    },
    {
      key: 'guests',
      head: msg`Guests`,
      align: 'right',
      cell: ({ guests }, { count }) => count(guests),
      plain: ({ guests }) => guests,
    },
    {
      key: 'reports',
      head: msg`Reports`,
      align: 'right',
      cell: ({ reports }, { count }) => count(reports),
      plain: ({ reports }) => reports,
    },
    {
      key: 'created',
      head: msg`Created`,
      cell: ({ created }, { language }) => <span className="whitespace-nowrap">{briefDayIn(language, created)}</span>,
      plain: ({ created }, { language }) => momentIn(language, created),
    },
  ],
  rowKey: ({ id }) => id,
  empty: {
    none: { title: msg`No invitations yet`, text: msg`Invitations will appear here when people make them.` },
    narrowed: { title: msg`No such invitations`, all: msg`Show all invitations` },
  },
  foot: ({ count }) => <Plural value={count} one="# invitation" other="# invitations" />,
  hidesBar: true,
})

/** The state of the invitation, and whether guests reported it. */
export function GatheringStanding({ status, reports }: Pick<GatheringLine, 'status' | 'reports'>) {
  const { i18n } = useLingui()
  return (
    <span className="flex flex-wrap gap-1.5 @max-2xl:justify-end">
      <Badge tone={status === 'stopped' ? 'stop' : status === 'open' ? 'gain' : 'neutral'}>
        {i18n._(gatheringStatusWords[status])}
      </Badge>
      {reports > 0 && (
        <Badge tone="warn">
          <Trans>Reported by guests</Trans>
        </Badge>
      )}
    </span>
  )
}
