import { randomBytes, randomUUID } from 'node:crypto'
import { addGuest } from '#app/invitations/guests/add.server.ts'
import { makeGathering } from '#app/invitations/occasions/make-gathering.server.ts'
import { addOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { gatheringForm, occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import { localAt } from '#app/kit/zones.ts'
import type { Db } from '#app/platform/db.server.ts'
import { someDrive } from './make.ts'

// What tests of occasions are about: a gathering with an occasion in a month, and guests.

const zone = 'Africa/Nairobi'
/** A day of Nairobi's calendar, this far ahead. */
export const dayIn = (days: number) => localAt(new Date(Date.now() + days * 86_400_000), zone).slice(0, 10)

/** What the form for an occasion sends; anything in it can be replaced. */
export const occasionTypedBy = (own: Record<string, string> = {}) => ({
  kind: 'ruracio',
  name: 'Ruracio of Wanjiku',
  zone,
  day: dayIn(30),
  time: '10:00',
  partyMost: '4',
  plusOnes: '0',
  waits: 'on',
  showsCount: 'on',
  walkIns: 'on',
  place: 'Limuru',
  ...own,
})

/** A gathering of a person new, with one occasion. */
export async function someGathering(db: Db, own: Record<string, string> = {}, drive?: { id: string; ownerId: string }) {
  const personId = drive?.ownerId ?? (await someDrive(db)).ownerId
  const typed = { title: 'Ruracio', hosts: 'The family', kind: 'ruracio' }
  const made = await makeGathering(db, personId, gatheringForm.parse(typed), drive)
  const mine = { personId, slug: made.slug }
  await addOccasion(db, mine, occasionForm.parse(occasionTypedBy(own)))
  const { id: occasionId } = await db
    .selectFrom('occasions')
    .where('gathering_id', '=', made.id)
    .select('id')
    .executeTakeFirstOrThrow()
  return { id: made.id, slug: made.slug, personId, mine, occasionId }
}

/** A guest who is invited to the first occasion. */
export const someGuest = (
  db: Db,
  { mine }: { mine: { personId: string; slug: string } },
  own: { name?: string; phone?: string | null; email?: string | null; seats?: number; occasions?: number[] } = {},
) => addGuest(db, mine, { name: 'Mama Njeri', phone: null, email: null, seats: 3, note: '', occasions: [1], ...own })

/** A post to the guests with a photo without files; gives its id. A guest, where there is one, asks to have it taken down. */
export async function somePhoto(
  db: Db,
  host: { id: string; personId: string },
  guest?: { id: string },
): Promise<string> {
  const url = `/media/drives/${randomBytes(16).toString('hex')}-800.jpg`
  const size = { width: 800, height: 600, colour: '#aabbcc' }
  const files = JSON.stringify([{ key: url.slice(7), bytes: 1, sha256: '0' }])
  await db
    .insertInto('pictures')
    .values({ url, user_id: host.personId, ...size, files })
    .execute()
  const post = await db
    .insertInto('gathering_posts')
    .values({ gathering_id: host.id, words: 'Asanteni', form_key: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('post_photos')
    .values({ post_id: post.id, place: 1, image_url: url, ...size })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (guest)
    await db
      .insertInto('photo_objections')
      .values({ gathering_id: host.id, photo_id: id, supporter_id: guest.id, words: 'My child is on it' })
      .execute()
  return id
}
