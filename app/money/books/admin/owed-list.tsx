import { msg } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { Link } from 'react-router'
import { search } from '#app/kit/list.ts'
import { listView } from '#app/ui/list-view.tsx'
import { ksh } from './report-view.tsx'

export type Owed = { id: string; title: string | null; slug: string | null; shares: number; paid: number; owed: number }
export type OwedTotals = { owed: number; drives: number }

/** The amounts owed to drives' owners, the largest first. */
export const owedView = listView<Owed, OwedTotals>()({
  address: '/admin/books/owed',
  caption: msg`Owed to fund drives`,
  fields: { search: search(msg`Title or address`, { label: msg`Fund drive` }) },
  columns: [
    {
      key: 'drive',
      head: msg`Fund drive`,
      lead: true,
      cell: ({ slug, title }) => (
        <Link to={`/admin/fund-drives?search=${slug}`} className="text-link wrap-anywhere" dir="auto">
          {title}
        </Link>
      ),
      plain: ({ title }) => title ?? '',
    },
    { key: 'slug', head: msg`Address`, plain: ({ slug }) => slug ?? '' },
    {
      key: 'shares',
      head: msg`Owner’s share`,
      fileHead: msg`Owner’s share (KSH)`,
      align: 'right',
      sortable: true,
      cell: ({ shares }) => ksh(shares),
      plain: ({ shares }) => shares / 100,
    },
    {
      key: 'paid',
      head: msg`Withdrawn`,
      fileHead: msg`Withdrawn (KSH)`,
      align: 'right',
      sortable: true,
      cell: ({ paid }) => ksh(paid),
      plain: ({ paid }) => paid / 100,
    },
    {
      key: 'owed',
      head: msg`Owed`,
      fileHead: msg`Owed (KSH)`,
      align: 'right',
      sortable: true,
      cell: ({ owed }) => ksh(owed),
      plain: ({ owed }) => owed / 100,
    },
  ],
  rowKey: ({ id }) => id,
  empty: {
    none: { title: msg`Nobody is owed anything`, text: msg`Fund drives that have received gifts will appear here.` },
    narrowed: { title: msg`No such fund drives`, all: msg`Show all fund drives` },
  },
  foot: (totals) => <Totals totals={totals} />,
})

function Totals({ totals }: { totals: OwedTotals }) {
  const sum = ksh(totals.owed)
  return (
    <p className="figures">
      <Plural value={totals.drives} one={`# fund drive, owed ${sum}`} other={`# fund drives, owed together ${sum}`} />
    </p>
  )
}
