import { keepGuestPaste } from '#app/invitations/guests/guest-paste.server.ts'
import { seatsMax } from '#app/invitations/guests/invitation.ts'
import type { Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { containing } from '#app/platform/search.server.ts'
import { kumbukumbuTexts, mostHouseholds } from './kumbukumbu.ts'

// Households of a host's own book as a list of guests for their next gathering. The list is previewed like a pasted one.

type Chosen = { households: string[]; all: boolean; search: string }

/** Keeps the chosen households as a list of guests to be previewed; returns its number. Invites nobody. */
export async function keepChosen(db: Db, mine: Hosting, { households, all, search }: Chosen): Promise<number> {
  const rows = await db
    .selectFrom('remembered')
    .where('user_id', '=', mine.personId)
    .$if(!all, (some) => some.where('id', 'in', households.length > 0 ? households : [noHousehold]))
    .$if(all && search !== '', (some) => some.where('name', 'ilike', containing(search)))
    .select(['name', 'phone', 'people'])
    .orderBy('name')
    .orderBy('id')
    .limit(mostHouseholds)
    .execute()
  if (rows.length === 0) throw new Refusal(kumbukumbuTexts.noneChosen, { status: 422, field })
  return keepGuestPaste(db, mine, tableOf(rows), field)
}

const field = 'household[]'
const noHousehold = '00000000-0000-0000-0000-000000000000'

/** Writes a table with as many seats as people came; if that is not known, the host decides. */
const tableOf = (rows: { name: string; phone: string | null; people: number | null }[]): string =>
  [
    ['Name', 'Phone', 'Seats'],
    ...rows.map(({ name, phone, people }) => [name, phone ?? '', people && people <= seatsMax ? String(people) : '']),
  ]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\t'))
    .join('\n')
