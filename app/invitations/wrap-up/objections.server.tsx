import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sql } from 'kysely'
import { tellGuestPages } from '#app/invitations/guests/kept-guest.server.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { MailButton, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import type { PostedPhoto } from './posts.server.ts'
import { mayAskAgain, wrapUpTexts } from './wrap-up.ts'

// Guests' requests to take a photo down. Hosts and admins both read them, and each of them can take the photo down.

/** A guest of a gathering, found by their link. */
export type PhotoViewer = { gatheringId: string; supporterId: string }

/** A guest's last request about an existing photo, and its result so far. `again`: it was their second request. */
export type AskedRemoval = { at: Date; again: boolean; words: string; keptAt: Date | null; lookedAt: Date | null }

/** Returns a photo as a guest sees it, and their request about it; undefined if it is no photo of their gathering. */
export async function photoForGuest(
  db: Db,
  { gatheringId, supporterId }: PhotoViewer,
  id: string,
): Promise<{ photo: PostedPhoto; asked: AskedRemoval | undefined } | undefined> {
  const photo = await db
    .selectFrom('post_photos as o')
    .innerJoin('gathering_posts as p', 'p.id', 'o.post_id')
    .where('p.gathering_id', '=', gatheringId)
    .where('o.id', '=', id)
    .select(['o.id', 'o.place', 'o.image_url as url', 'o.alt', 'o.width', 'o.height', 'o.colour'])
    .executeTakeFirst()
  if (!photo) return undefined
  return { photo, asked: await lastAsked(db, id, supporterId) }
}

const lastAsked = (db: Db | Tx, photo: string, supporterId: string): Promise<AskedRemoval | undefined> =>
  db
    .selectFrom('photo_objections')
    .where('photo_id', '=', photo)
    .where('supporter_id', '=', supporterId)
    .orderBy('again', 'desc')
    .select(['at', 'again', 'words', 'kept_at as keptAt', 'looked_at as lookedAt'])
    .executeTakeFirst()

/** Returns a guest's requests: photo ids for existing photos, request dates for removed ones. */
export async function removalAskedBy(db: Db, supporterId: string): Promise<{ open: string[]; gone: Date[] }> {
  const rows = await db
    .selectFrom('photo_objections')
    .where('supporter_id', '=', supporterId)
    .where('again', '=', false)
    .orderBy('id', 'desc')
    .select(['photo_id as photo', 'at', 'gone_at as goneAt'])
    .limit(200)
    .execute()
  return {
    open: rows.flatMap(({ photo, goneAt }) => (photo && !goneAt ? [photo] : [])),
    gone: rows.flatMap(({ at, goneAt }) => (goneAt ? [at] : [])).slice(0, 3),
  }
}

/**
 * Records a guest's request to take a photo down. While it waits, asking again changes nothing; once it was decided that the photo stays,
 * the guest can ask once more, with a new reason. The lock on the guest closes the race with forgetting them, the lock on the photo that
 * with taking it down.
 */
export const objectTo = (
  db: Db,
  { gatheringId, supporterId }: PhotoViewer,
  photo: string,
  words: string,
): Promise<void> =>
  inOneGo(db, async (tx) => {
    const { rows } =
      await sql`select from supporters where id = ${supporterId} and forgotten_at is null for share`.execute(tx)
    const { rows: photos } = await sql`select from post_photos o join gathering_posts p on p.id = o.post_id
      where o.id = ${photo} and p.gathering_id = ${gatheringId} for key share of o`.execute(tx)
    if (rows.length === 0 || photos.length === 0) throw new Refusal(wrapUpTexts.photoMissing, { status: 404 })
    const last = await lastAsked(tx, photo, supporterId)
    if (last && !mayAskAgain(last)) return
    if (last && (words === '' || words === last.words))
      throw new Refusal(wrapUpTexts.nothingNew, { status: 422, field: 'words' })
    const waiting = await tx
      .selectFrom('photo_objections')
      .where('photo_id', '=', photo)
      .where('kept_at', 'is', null)
      .select('id')
      .executeTakeFirst()
    const made = await tx
      .insertInto('photo_objections')
      .values({
        gathering_id: gatheringId,
        photo_id: photo,
        supporter_id: supporterId,
        words,
        again: last !== undefined,
      })
      .onConflict((on) => on.constraint('photo_objections_once').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return
    // Hosts get a single email while a photo waits: the page lists all requests.
    if (!waiting) await tellHosts(tx, gatheringId, made.id)
    for (const topic of [`gathering:${gatheringId}`, 'office:desk']) await tell(tx, topic)
    await tellGuestPages(tx, [supporterId])
  })

/** Enqueues a job for each host: a retry emails nobody twice. */
async function tellHosts(tx: Tx, gatheringId: string, objectionId: number) {
  const hosts = await tx
    .selectFrom('gathering_hosts')
    .where('gathering_id', '=', gatheringId)
    .where('email', 'is not', null)
    .select(sql<string>`user_id`.as('personId'))
    .execute()
  for (const { personId } of hosts)
    await enqueue(tx, 'mail-photo-objection', { objectionId, personId }, { key: `${objectionId} ${personId}` })
}

/** A request about an existing photo, as its host reads it. A guest who was forgotten has no name. */
export type Objection = { photo: string; id: number; name: string | null; words: string; at: Date; kept: boolean }

export async function objectionsOf(db: Db, gatheringId: string): Promise<Objection[]> {
  const rows = await db
    .selectFrom('photo_objections as j')
    .leftJoin('supporters as s', 's.id', 'j.supporter_id')
    .where('j.gathering_id', '=', gatheringId)
    .where('j.gone_at', 'is', null)
    .orderBy('j.at')
    .orderBy('j.id')
    .select(['j.photo_id as photo', 'j.id', 's.name', 'j.words', 'j.at', 'j.kept_at'])
    .limit(500)
    .execute()
  return rows.flatMap(({ photo, kept_at, ...one }) => (photo ? [{ ...one, photo, kept: kept_at !== null }] : []))
}

/** Keeps a photo that guests asked about, by the host's decision. Admins still review it. */
export const keepPhoto = (db: Db, mine: Hosting, photo: string, now = new Date()) =>
  changingGathering(db, mine, async (tx, { id }) => {
    const { numUpdatedRows } = await tx
      .updateTable('photo_objections')
      .set({ kept_at: now })
      .where('gathering_id', '=', id)
      .where('photo_id', '=', photo)
      .where('kept_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal(wrapUpTexts.nobodyAsks, { status: 404 })
  })

/** Tells one host that a guest asks to have a photo taken down, unless the photo is gone or the host has decided. */
export async function mailPhotoObjection(
  db: Db,
  { objectionId, personId }: { objectionId: number; personId: string },
): Promise<void> {
  const row = await db
    .selectFrom('photo_objections as j')
    .innerJoin('gatherings as g', 'g.id', 'j.gathering_id')
    .innerJoin('gathering_hosts as h', 'h.gathering_id', 'g.id')
    .leftJoin('supporters as s', 's.id', 'j.supporter_id')
    .where('j.id', '=', objectionId)
    .where('j.gone_at', 'is', null)
    .where('j.kept_at', 'is', null)
    .where('g.status', '<>', 'stopped')
    .where('h.user_id', '=', personId)
    .select(['h.email', 'h.language', 'g.slug', 'g.title', 's.name', 'j.words'])
    .executeTakeFirst()
  if (!row?.email) return
  const link = `${publicAddress()}/gathering/${row.slug}/after`
  await mailTo(row.email, knownLanguage(row.language), objectionMail({ ...row, link }))
}

type Told = { title: string; name: string | null; words: string; link: string }

const objectionMail = ({ title, name, words, link }: Told): MailTemplate => ({
  subject: msg`A guest asks you to take a photo down`,
  reason: msg`You get this email because you look after this invitation.`,
  body: (
    <>
      <MailHeading>{title}</MailHeading>
      <MailText>
        {name ? (
          <Trans>
            <Typed text={name} /> asks you to take a photo down that you posted to your guests.
          </Trans>
        ) : (
          <Trans>A guest asks you to take a photo down that you posted to your guests.</Trans>
        )}
      </MailText>
      {words && (
        <MailText>
          <Trans>
            What they say: “
            <Typed text={words} />”
          </Trans>
        </MailText>
      )}
      <MailText>
        <Trans>
          Take it down or keep it on the page After. We at {'{brand}'} look at it, too, and can take it down.
        </Trans>
      </MailText>
      <MailButton href={link}>
        <Trans>See the photo</Trans>
      </MailButton>
    </>
  ),
})
