import { CalendarDays, Eye, HandCoins, Users } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { StatTile } from '#app/ui/stat-tile.tsx'
import { KitSection, long, Specimen } from './kit-frame.tsx'
import { Tables } from './kit-tables.tsx'

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
