import { sql } from 'kysely'
import { type About, decision } from '#app/admin/decision.server.ts'
import { isSlug } from '#app/drives/drive/slug.ts'
import { takeDown } from '#app/invitations/wrap-up/photos.server.ts'
import { idIn } from '#app/kit/ids.ts'
import { Refusal } from '#app/kit/says.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { keepingPhoto, takingPhotoDown } from './decisions.ts'
import { gatheringDecisionTexts } from './gathering-admin.ts'
import { tellHostsDecided } from './mails.server.tsx'

type Key = { slug: string; photo: string | null }
type Found = { id: string; photo: string }

/** A photo of another person's invitation that guests reported. The lock closes the race with a host who takes it down. */
const photo: About<Key, Found> = {
  noun: 'gathering',
  at: ({ params }) => ({ slug: params.slug!, photo: idIn(params.photo ?? null) }),
  async find(tx, { slug, photo: id }, by) {
    const { rows } =
      isSlug(slug) && id
        ? await sql<{ id: string; owner: string; photo: string }>`
            select g.id, g.user_id as owner, o.id as photo from post_photos o join gathering_posts p on p.id = o.post_id
              join gatherings g on g.id = p.gathering_id
            where g.slug = ${slug} and o.id = ${id} for no key update of o`.execute(tx)
        : { rows: [] }
    const [found] = rows
    if (!found) throw new Refusal(gatheringDecisionTexts.photoMissing, { status: 404 })
    if (found.owner === by.id) throw new Refusal(gatheringDecisionTexts.own, { status: 403 })
    return found
  },
  async after(tx, { id }) {
    for (const topic of [`gathering:${id}`, 'office:desk']) await tell(tx, topic)
  },
}

/** Takes a photo down: it is gone for everyone, and the hosts read why. */
export const takePhotoDown = decision({
  of: photo,
  act: 'photo taken down',
  words: takingPhotoDown,
  async run(tx, { id, photo: one }, { why }) {
    await takeDown(tx, id, one)
    await tellHostsDecided(tx, { gatheringId: id, why, photo: true, about: `photo ${one}` })
    return {}
  },
})

/** Keeps a photo that guests reported. */
export const leavePhoto = decision({
  of: photo,
  act: 'photo left',
  words: keepingPhoto,
  async run(tx, { photo: one }) {
    const { numUpdatedRows } = await tx
      .updateTable('photo_objections')
      .set({ looked_at: sql<Date>`now()` })
      .where('photo_id', '=', one)
      .where('looked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal(gatheringDecisionTexts.meanwhile)
    return {}
  },
})
