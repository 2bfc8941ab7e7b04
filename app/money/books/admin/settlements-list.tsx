import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { search } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn, momentIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { directionWords, type Settlement, settlementPlaceWords } from './settlements.ts'

export type SettlementTotals = { count: number; toBank: number; fromBank: number }

/** Money moved between the provider and our bank, as booked. */
export const settlementsView = listView<Settlement, SettlementTotals>()({
  address: '/admin/books/settlements',
  caption: msg`Settlements`,
  fields: { search: search(msg`Reference or reason`) },
  columns: [
    { key: 'number', head: msg`Number`, plain: ({ id }) => id },
    { key: 'on', head: msg`Day`, plain: ({ day }) => day },
    { key: 'reference', head: msg`Reference`, lead: true, cell: ({ reference }) => reference },
    {
      key: 'direction',
      head: msg`Direction`,
      cell: ({ direction }, { words }) => words._(directionWords[direction]),
      plain: ({ direction }, { words }) => words._(directionWords[direction]),
    },
    {
      key: 'provider',
      head: msg`Provider`,
      cell: ({ provider }, { words }) => words._(settlementPlaceWords[provider]),
      plain: ({ provider }, { words }) => words._(settlementPlaceWords[provider]),
    },
    {
      key: 'amount',
      head: msg`Amount`,
      align: 'right',
      sortable: true,
      cell: ({ amount }) => moneyText(amount, 'KSH'),
      plain: ({ amount }) => amount / 100,
    },
    {
      key: 'day',
      head: msg`Day`,
      sortable: true,
      cell: ({ day }, { language }) => briefDayIn(language, new Date(`${day}T12:00:00Z`)),
    },
    { key: 'name', head: msg`Reference`, plain: ({ reference }) => reference },
    {
      key: 'why',
      head: msg`Reason`,
      cell: ({ why }) => (
        <span dir="auto" className="wrap-anywhere">
          {why}
        </span>
      ),
      plain: ({ why }) => why,
    },
    { key: 'state', head: msg`Status`, cell: (row) => <State row={row} /> },
    { key: 'filer', head: msg`Filed by`, plain: ({ askedBy }) => askedBy },
    { key: 'filed', head: msg`Filed`, plain: ({ askedAt }, { language }) => momentIn(language, askedAt) },
    { key: 'booker', head: msg`Booked by`, plain: ({ bookedBy }) => bookedBy ?? '' },
    {
      key: 'booked',
      head: msg`Booked`,
      plain: ({ bookedAt }, { language }) => (bookedAt ? momentIn(language, bookedAt) : ''),
    },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: {
      title: msg`No settlements`,
      text: msg`What the provider pays out to our bank, or we put in there, is booked here by hand.`,
    },
  },
  foot: (totals) => <Totals totals={totals} />,
})

function Totals({ totals }: { totals: SettlementTotals }) {
  const [toBank, fromBank] = [moneyText(totals.toBank, 'KSH'), moneyText(totals.fromBank, 'KSH')]
  return (
    <p className="figures">
      <Trans>
        {totals.count} booked: {toBank} to our bank, {fromBank} from it
      </Trans>
    </p>
  )
}

function State({ row: { id, askedBy, bookedBy } }: { row: Settlement }) {
  if (bookedBy)
    return (
      <>
        <Badge tone="gain">
          <Trans>Booked</Trans>
        </Badge>{' '}
        <span className="text-muted text-sm">{bookedBy}</span>
      </>
    )
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone="warn">
        <Trans>1 of 2 approvals</Trans>
      </Badge>
      <span className="text-muted text-sm">{askedBy}</span>
      <Link
        to={`/admin/books/settlements/new?waiting=${id}`}
        preventScrollReset
        className="text-link inline-flex min-h-11 items-center"
      >
        <Trans>Look at it and book it</Trans>
      </Link>
    </div>
  )
}
