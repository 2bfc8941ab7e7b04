import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import {
  groupWords,
  guestsWritten,
  noonOfVisit,
  type Visit,
  type VisitStatus,
  visitStatusWords,
} from '#app/drives/visits/visit.ts'
import { days, links, search } from '#app/kit/list.ts'
import { phoneShown } from '#app/kit/phone.ts'
import type { Words } from '#app/kit/says.ts'
import { briefDayIn, momentIn } from '#app/kit/time.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { OneLine } from '#app/ui/one-line.tsx'

export type VisitLine = Omit<Visit, 'sequence' | 'message'> & { over: boolean; drive: { slug: string; title: string } }

const groups = ['upcoming', 'pending', 'confirmed', 'cancelled', 'past'] as const
const tones: Record<VisitStatus, BadgeTone> = { confirmed: 'gain', pending: 'warn', cancelled: 'stop' }

/** The owner's answer, or that there was none in time. */
const standing = ({ status, over }: VisitLine): Words =>
  over && status === 'pending' ? msg`Not answered` : visitStatusWords[status]

/** The visits of all drives. The numbers of guests are masked, as everywhere in the admin pages. */
export const bookedVisitsView = listView<VisitLine, { count: number; unanswered: number }>()({
  address: '/admin/visits',
  caption: msg`Visits`,
  fields: {
    visits: links({
      label: msg`Which visits`,
      of: groups,
      words: groupWords,
      all: msg({ message: 'All', context: 'visits' }),
    }),
    search: search(msg`Name, email, phone or fund drive`, { className: 'w-full sm:w-80' }),
    ...days(),
  },
  columns: [
    {
      key: 'date',
      head: msg`Visit Date`,
      lead: true,
      sortable: true,
      cell: ({ date, time }, { language }) => (
        <span className="figures @2xl:whitespace-nowrap">
          {briefDayIn(language, noonOfVisit(date))}, {time}
        </span>
      ),
      plain: ({ date }) => date,
    },
    { key: 'time', head: msg`Time`, plain: ({ time }) => time },
    {
      key: 'drive',
      head: msg`Fund drive`,
      cell: ({ drive: { slug, title } }) => (
        <Link to={`/admin/fund-drives/${slug}`} className="text-link">
          <OneLine text={title} />
        </Link>
      ),
      plain: ({ drive }) => drive.title,
    },
    { key: 'slug', head: msg`Slug`, plain: ({ drive }) => drive.slug },
    { key: 'guest', head: msg`Guest`, cell: (visit) => <Guest {...visit} />, plain: ({ name }) => name },
    { key: 'email', head: msg`Email`, plain: ({ email }) => email },
    {
      key: 'phone',
      head: msg`Phone`,
      cell: ({ phone }) => <span className="figures whitespace-nowrap">{phoneShown(phone)}</span>,
      plain: ({ phone }) => phoneShown(phone),
    },
    {
      key: 'guests',
      head: msg`Guests`,
      align: 'right',
      cell: ({ guests }) => guestsWritten(guests),
      plain: ({ guests }) => guestsWritten(guests),
    },
    {
      key: 'status',
      head: msg`Status`,
      cell: (visit, { words }) => (
        <Badge tone={visit.over ? 'neutral' : tones[visit.status]}>{words._(standing(visit))}</Badge>
      ),
      plain: (visit, { words }) => words._(standing(visit)),
    },
    {
      key: 'asked',
      head: msg`RSVP Date`,
      sortable: true,
      cell: ({ bookedAt }, { language }) => (
        <span className="@2xl:whitespace-nowrap">{momentIn(language, bookedAt)}</span>
      ),
      plain: ({ bookedAt }, { language }) => momentIn(language, bookedAt),
    },
  ],
  rowKey: ({ id }) => id,
  empty: {
    none: { title: msg`No visits yet`, text: msg`Visits that guests book on the pages of fund drives appear here.` },
    narrowed: { title: msg`No such visits`, all: msg`Show all visits` },
  },
  foot: (totals) => <Foot {...totals} />,
  hidesBar: true,
})

const Guest = ({ name, email }: VisitLine) => (
  <span className="block">
    <OneLine text={name} />
    <a href={`mailto:${email}`} className="text-link font-normal text-sm">
      <OneLine text={email} />
    </a>
  </span>
)

const Foot = ({ count, unanswered }: { count: number; unanswered: number }) => (
  <p className="flex flex-wrap justify-between gap-x-6">
    <span className="text-muted">
      <Plural value={count} one="# visit" other="# visits" />
    </span>
    {unanswered > 0 && (
      <span className="figures font-semibold">
        <Trans>{unanswered} to come without an answer</Trans>
      </span>
    )}
  </p>
)
