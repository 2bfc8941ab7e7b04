import { useSearchParams } from 'react-router'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import { long, Specimen } from './kit-frame.tsx'

type Gift = { id: string; donor: string; amount: string; channel: string; message: string; date: string }
const gifts: Gift[] = [
  {
    id: '1',
    donor: 'Wanjiku Kamau',
    amount: 'KES 12,500',
    channel: 'Mobile',
    message: 'Pole sana, we are with you.',
    date: '12 Nov 2026',
  },
  { id: '2', donor: 'Anonymous', amount: 'KES 500', channel: 'Online', message: '', date: '11 Nov 2026' },
  {
    id: '3',
    donor: long.word,
    amount: 'KES 98,765,432,109.50',
    channel: 'Other',
    message: long.swahili,
    date: '9 Nov 2026',
  },
]
const columns: Column<Gift>[] = [
  {
    key: 'donor',
    head: 'Donor',
    lead: true,
    sortable: true,
    cell: ({ donor }) => (
      <span className="flex items-center gap-2">
        <Avatar name={donor} size="small" />
        <span className="min-w-0 wrap-anywhere">{donor}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    sortable: true,
    cell: ({ amount }) => <span className="font-semibold">{amount}</span>,
  },
  { key: 'channel', head: 'Channel', cell: ({ channel }) => <Badge>{channel}</Badge> },
  { key: 'message', head: 'Message', cell: ({ message }) => message || <span className="text-muted">–</span> },
  { key: 'date', head: 'Date', align: 'right', sortable: true, cell: ({ date }) => date },
]
const nothing = (
  <EmptyState
    level={3}
    title="No donations yet"
    text="Gifts appear here the moment they arrive."
    action={<Button type="button">Share your fundraiser</Button>}
  />
)
const common = { columns, rowKey: (gift: Gift) => gift.id, empty: nothing }

/** One table in each of its states. */
export function Tables() {
  const [search] = useSearchParams()
  return (
    <>
      <Specimen state="table: sorting and paging in the address" wide>
        <Table
          caption="Donations"
          rows={gifts}
          {...common}
          page={Number(search.get('page')) || 1}
          pages={12}
          foot={<span className="figures font-semibold">Total Raised: KES 98,765,445,109.50</span>}
        />
      </Specimen>
      <Specimen state="empty" wide>
        <Table caption="No donations" rows={[]} {...common} />
      </Specimen>
      <Specimen state="loading" wide>
        <Table caption="Donations on their way" rows={[]} {...common} state="loading" expected={3} />
      </Specimen>
      <Specimen state="failed" wide>
        <Table caption="Donations that did not come" rows={[]} {...common} state="failed" />
      </Specimen>
    </>
  )
}
