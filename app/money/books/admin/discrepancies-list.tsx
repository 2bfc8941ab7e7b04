import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { parts, search } from '#app/kit/list.ts'
import { momentIn } from '#app/kit/time.ts'
import { listView } from '#app/ui/list-view.tsx'
import { OneLine } from '#app/ui/one-line.tsx'
import { factsOfDiscrepancy, kindOfDiscrepancy, noteOf, type StoredFacts } from './discrepancies.ts'

/** A discrepancy, as its line and its page show it. */
export type Discrepancy = {
  id: number
  kind: string
  subject: string
  facts: StoredFacts
  state: 'open' | 'closed'
  note: string
  openedAt: Date
  seenAt: Date
  closedAt: Date | null
  closedBy: string | null
  openedBy: string | null
  follows: number | null
  followedBy: number | null
  /** The subject, as far as found: the drive, the payment, the withdrawal. */
  drive: { title: string; slug: string } | null
  paymentId: number | null
  payoutId: number | null
  suspenseId: number | null
}

/** Discrepancies between the books and something else, open or closed. */
export const discrepanciesView = listView<Discrepancy, { count: number }>()({
  address: '/admin/books/differences',
  caption: msg`Differences`,
  fields: {
    search: search(msg`Reference, kind or note`),
    state: parts({
      label: msg`State`,
      of: ['open', 'closed'],
      words: { open: msg`Open`, closed: msg`Closed` },
      start: 'open',
    }),
  },
  columns: [
    { key: 'id', head: msg`Number`, plain: ({ id }) => id },
    {
      key: 'kind',
      head: msg`What`,
      lead: true,
      sortable: true,
      cell: ({ id, kind }, { words }) => (
        <Link to={`/admin/books/differences/${id}`} className="text-link">
          {words._(kindOfDiscrepancy(kind).name)}
        </Link>
      ),
      plain: ({ kind }, { words }) => words._(kindOfDiscrepancy(kind).name),
    },
    { key: 'about', head: msg`About`, cell: (row) => <About row={row} />, plain: ({ subject }) => subject },
    {
      key: 'facts',
      head: msg`Facts`,
      plain: ({ facts }, { words }) =>
        factsOfDiscrepancy(facts, words)
          .map(({ name, value }) => `${words._(name)}: ${value}`)
          .join('; '),
    },
    {
      key: 'opened',
      head: msg`Open since`,
      sortable: true,
      cell: ({ openedAt }, { language }) => momentIn(language, openedAt),
      plain: ({ openedAt }, { language }) => momentIn(language, openedAt),
    },
    {
      key: 'seen',
      head: msg({ message: 'Last seen', context: 'a difference' }),
      sortable: true,
      only: ({ state }) => state === 'open',
      cell: ({ seenAt }, { language }) => momentIn(language, seenAt),
      plain: ({ seenAt }, { language }) => momentIn(language, seenAt),
    },
    {
      key: 'closed',
      head: msg`Closed`,
      only: ({ state }) => state === 'closed',
      cell: ({ closedAt }, { language }) => (closedAt ? momentIn(language, closedAt) : ''),
      plain: ({ closedAt }, { language }) => (closedAt ? momentIn(language, closedAt) : ''),
    },
    {
      key: 'by',
      head: msg`Closed by`,
      only: ({ state }) => state === 'closed',
      cell: ({ closedBy }) => closedBy ?? '–',
      plain: ({ closedBy }) => closedBy ?? '',
    },
    {
      key: 'note',
      head: msg`Note`,
      only: ({ state }) => state === 'closed',
      cell: (row, { words }) => (
        <span dir="auto" className="wrap-anywhere">
          {noteOf(row, words)}
        </span>
      ),
      plain: (row, { words }) => noteOf(row, words),
    },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: ({ state }) => ({
      title: state === 'open' ? msg`No open differences` : msg`No closed differences`,
      text: msg`Differences between the books and the provider appear here.`,
    }),
    narrowed: {
      title: msg`No such differences`,
      all: ({ state }) => (state === 'open' ? msg`Show all open ones` : msg`Show all closed ones`),
    },
  },
  foot: ({ count }) => (
    <p className="figures">
      <Trans>{count} in all</Trans>
    </p>
  ),
})

const About = ({ row: { drive, subject } }: { row: Discrepancy }) =>
  drive ? (
    <Link to={`/admin/fund-drives/${drive.slug}`} className="text-link">
      <OneLine text={drive.title} />
    </Link>
  ) : (
    <OneLine text={subject} />
  )
