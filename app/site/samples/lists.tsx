import { CalendarDays, Eye, HandCoins, Users } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { KitSection, long, Pair, Specimen } from '#app/site/samples/frame.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChartBars, ChartRows } from '#app/ui/chart.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { StatTile } from '#app/ui/stat-tile.tsx'
import { type Column, Pagination, Table } from '#app/ui/table.tsx'

const icon = 'size-5'
export function Lists() {
  return (
    <KitSection id="lists" title="Cards, tiles, tables">
      <Specimen state="stat tiles" wide>
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          <StatTile
            label="Total Raised"
            value="KES 1,234,567"
            hint="of KES 2,000,000"
            icon={<HandCoins aria-hidden="true" className={icon} />}
          />
          <StatTile
            label="Number of Donors"
            value="384"
            hint="6 today"
            icon={<Users aria-hidden="true" className={icon} />}
            to="#lists"
          />
          <StatTile
            label="Days Remaining"
            value="21"
            hint="until 12 December"
            icon={<CalendarDays aria-hidden="true" className={icon} />}
          />
          <StatTile
            label="Jumla ya mara zilizotazamwa na wageni"
            value="KES 98,765,432,109.50"
            hint={long.swahili}
            icon={<Eye aria-hidden="true" className={icon} />}
          />
        </div>
      </Specimen>
      <Specimen state="card" wide>
        <Card
          level={3}
          title="Share Your Fundraiser"
          text="People give when somebody they know asks them."
          action={
            <Button type="button" variant="secondary" size="small">
              Copy Link
            </Button>
          }
        >
          <p>{long.english}.</p>
        </Card>
      </Specimen>
      <Tables />
      <Specimen state="pagination: first of a few, last of many" wide>
        <div className="grid gap-2">
          <Pagination page={1} pages={3} param="first" label="First of a few" />
          <Pagination page={40} pages={40} param="last" label="Last of many" />
        </div>
      </Specimen>
    </KitSection>
  )
}

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
function Tables() {
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

const marksOf = (values: number[]) => values.map((value, at) => ({ key: String(at), label: `Day ${at + 1}`, value }))
const wave = (of: number, most: number) =>
  marksOf(Array.from({ length: of }, (_, at) => Math.round((most * (1 + Math.sin(at / 3)) * (at + 1)) / (2 * of))))
const ends = (of: number) => [
  { at: 0, text: 'Day 1' },
  { at: of - 1, text: `Day ${of}` },
]
const heads: [string, string] = ['Day', 'Views']

export function KitCharts() {
  return (
    <KitSection id="charts" title="Charts">
      <Specimen state="bars: thirty days" wide>
        <ChartBars says="A month that went well." heads={heads} marks={wave(30, 1234)} ticks={ends(30)} />
      </Specimen>
      <Pair>
        <Specimen state="bars: ninety days, millions" wide>
          <ChartBars says="A quarter of a year." heads={heads} marks={wave(90, 4_200_000)} ticks={ends(90)} />
        </Specimen>
        <Specimen state="bars: one view in a week" wide>
          <ChartBars says="A quiet week." heads={heads} marks={marksOf([0, 0, 0, 0, 1, 0, 0])} ticks={ends(7)} />
        </Specimen>
        <Specimen state="rows: parts of a whole, long names" wide>
          <ChartRows
            says="Where people came from."
            heads={['Place', 'Views']}
            of={1000}
            marks={[
              { key: 'a', label: 'Kenya', value: 700 },
              { key: 'b', label: long.swahili, value: 297 },
              { key: 'c', label: long.word, value: 2 },
              { key: 'd', label: 'Tanzania', value: 1 },
            ]}
          />
        </Specimen>
        <Specimen state="bars: nothing yet" wide>
          <ChartBars says="Nothing yet." heads={heads} marks={marksOf([0, 0, 0, 0, 0, 0, 0])} ticks={ends(7)} />
        </Specimen>
      </Pair>
    </KitSection>
  )
}
