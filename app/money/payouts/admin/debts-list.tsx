import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { links, search } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn, momentIn } from '#app/kit/time.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { listView } from '#app/ui/list-view.tsx'
import type { Debt } from './payout-admin.ts'

export type DebtTotals = { count: number; sum: number }

/** The list of drives that owe. New gifts pay a debt; if none come any more, an administrator writes it off. */
export const debtsView = listView<Debt, DebtTotals>()({
  address: '/admin/disputes/debts',
  caption: msg`Debts`,
  fields: {
    search: search(msg`Title or address`, { label: msg`Fund drive` }),
    state: links({
      label: msg`State`,
      of: ['hopeless'],
      words: { hopeless: msg`Nothing for 90 days` },
      all: msg({ message: 'All', context: 'debts' }),
    }),
  },
  columns: [
    {
      key: 'drive',
      head: msg`Fund drive`,
      lead: true,
      cell: ({ driveId, title }) => (
        <Link
          to={`/admin/donations?drive=${driveId}&state=refunded`}
          className="text-link wrap-anywhere inline-flex min-h-11 items-center"
          dir="auto"
        >
          {title}
        </Link>
      ),
      plain: ({ title }) => title,
    },
    { key: 'slug', head: msg`Address`, plain: ({ slug }) => slug },
    {
      key: 'debt',
      head: msg`Owes`,
      fileHead: msg`Owes (KSH)`,
      align: 'right',
      sortable: true,
      cell: ({ debt }) => moneyText(debt, 'KSH'),
      plain: ({ debt }) => debt / 100,
    },
    {
      key: 'since',
      head: msg`Since`,
      sortable: true,
      cell: ({ since }, { language }) => briefDayIn(language, since),
      plain: ({ since }, { language }) => momentIn(language, since),
    },
    {
      key: 'last',
      head: msg`Last donation`,
      cell: ({ lastGift }, { language }) => (lastGift ? briefDayIn(language, lastGift) : '–'),
      plain: ({ lastGift }, { language }) => (lastGift ? momentIn(language, lastGift) : ''),
    },
    { key: 'requests', head: msg`Open requests`, plain: ({ openRequests }) => openRequests },
    { key: 'way', head: msg`What to do`, cell: (debt) => <Way debt={debt} /> },
  ],
  rowKey: ({ driveId }) => driveId,
  empty: {
    none: {
      title: msg`No fund drive owes anything`,
      text: msg`When money is refunded that an owner has already withdrawn, the debt shows up here.`,
    },
    narrowed: { title: msg`No such debts`, all: msg`Show all debts` },
  },
  foot: ({ count, sum }) => (
    <p className="flex flex-wrap justify-between gap-x-6">
      <span className="text-muted">
        <Plural value={count} one="# fund drive owes" other="# fund drives owe" />
      </span>
      <span className="figures font-semibold">{moneyText(sum, 'KSH')}</span>
    </p>
  ),
  first: msg`Back to the first page`,
})

function Way({ debt: { driveId, openRequests, hopeless } }: { debt: Debt }) {
  if (openRequests > 0)
    return (
      <Link to="/admin/withdrawal-requests" className="text-link inline-flex min-h-11 items-center">
        <Trans>Decide its withdrawal request first</Trans>
      </Link>
    )
  return (
    <span className="flex flex-wrap items-center gap-3 max-@2xl:justify-end">
      <LinkButton
        to={`/admin/disputes/debts/${driveId}`}
        preventScrollReset
        size="small"
        variant={hopeless ? 'primary' : 'secondary'}
      >
        <Trans>Write off</Trans>
      </LinkButton>
      {!hopeless && (
        <span className="text-muted text-sm">
          <Trans>Donations may still pay it</Trans>
        </span>
      )}
    </span>
  )
}
