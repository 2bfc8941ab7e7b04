import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { postComment } from '#app/drives/comments/comment.server.ts'
import { commentForm } from '#app/drives/comments/comment-forms.ts'
import { publicDrive } from '#app/drives/drive/drive.server.ts'
import { previewVersion } from '#app/drives/drive/preview-picture.server.ts'
import { addVideo } from '#app/drives/gallery/gallery.server.ts'
import { writeSupportMessage } from '#app/drives/support/message.server.tsx'
import { bookVisit } from '#app/drives/visits/visit.server.ts'
import { visitForm } from '#app/drives/visits/visit-forms.ts'
import { dayAt } from '#app/kit/time.ts'
import { disputeOpened } from '#app/money/disputes/dispute.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { completeByHand } from '#app/money/payouts/decide.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { sealDocument } from '#app/platform/settings/accepted-secrets.server.ts'
import { someGathering, someGuest, somePhoto } from './gatherings.ts'
import { someDrive } from './make.ts'
import type { Drive, Made } from './matrix-rows.ts'
import { gift, giftByPhone, paid, phoneOf } from './money.ts'

// What the matrix asks about: a drive with one of everything, and all that is kept of it.

/** A drive of this person with one of everything, but for money. */
export async function fullDrive(db: Db, ownerId: string): Promise<Drive> {
  const { id, slug } = await someDrive(db, { ownerId })
  const picture = `/media/drives/${randomBytes(16).toString('hex')}-800.jpg`
  const size = { width: 800, height: 600, colour: '#aabbcc' }
  const files = JSON.stringify([{ key: picture.slice(7), bytes: 1, sha256: '0' }])
  await db
    .insertInto('pictures')
    .values({ url: picture, user_id: ownerId, ...size, files })
    .execute()
  const image = await db
    .insertInto('fund_drive_images')
    .values({ fund_drive_id: id, image_url: picture, caption: '', display_order: 1, ...size })
    .returning('id')
    .executeTakeFirstOrThrow()
  const video = await addVideo(db, id, 'https://youtu.be/ccccccccccc')
  // Letters only: some ids look like a phone number, and a comment with one waits for the owner.
  const content = `Asante ${id.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`
  const comment = await postComment(db, slug, commentForm.parse({ content }), 'a-visitor')
  const typed = { name: 'G', email: 'guest@secret.test', phone: '0712345678', time: '16:00' }
  const date = dayAt(new Date(Date.now() + 2e8))
  const visit = await bookVisit(db, slug, visitForm.parse({ ...typed, date }), 'en')
  const found = await publicDrive(db, slug, { personId: null, visitor: '' })
  const preview = 'drive' in found ? previewVersion(found.drive) : ''
  await ageGatherings(db, ownerId)
  const gathering = await someGathering(db, {}, { id, ownerId })
  const guest = await someGuest(db, gathering, { phone: '+254712345670' })
  return {
    id,
    slug,
    image: image.id,
    video: video.id,
    picture,
    comment: String(comment.id),
    visit: visit.id,
    preview,
    update: await someUpdate(db, { id, ownerId }),
    paper: await somePaper(db, { id, ownerId }),
    gathering: gathering.slug,
    guest: guest.id,
    occasion: '1',
    photo: await somePhoto(db, gathering, guest),
    person: ownerId,
  }
}

async function someUpdate(db: Db, drive: { id: string; ownerId: string }): Promise<string> {
  const { id } = await db
    .insertInto('updates')
    .values({ fund_drive_id: drive.id, by: drive.ownerId, words: 'The roof is on', form_key: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function somePaper(db: Db, drive: { id: string; ownerId: string }): Promise<string> {
  const bytes = sealDocument(`paper ${drive.id} cause`, Buffer.from('a photo'))
  const { id } = await db
    .insertInto('papers')
    .values({ fund_drive_id: drive.id, purpose: 'cause', bytes, uploaded_by: drive.ownerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A person makes five in a day and has fifty open: those of tests before were made on days before, and the oldest are closed. */
async function ageGatherings(db: Db, ownerId: string): Promise<void> {
  await sql`delete from rate_limits where name = 'gatherings'`.execute(db)
  await sql`update gatherings set created_at = created_at - interval '2 days',
    status = case when status = 'open' and created_at < now() - interval '30 days' then 'closed' else status end
    where user_id = ${ownerId}`.execute(db)
}

/** Dollars that nobody can place, and the discrepancy that tells of them. */
async function unplaced(db: Db): Promise<{ money: string; discrepancy: string }> {
  const facts = paid(5000, { currency: 'USD' })
  await applyResult(db, 'paystack', `don-${randomUUID()}`, facts)
  const { id: money } = await db
    .selectFrom('suspense')
    .where('provider_tx_id', '=', facts.providerId)
    .select('id')
    .executeTakeFirstOrThrow()
  const { id: discrepancy } = await db
    .selectFrom('discrepancies')
    .where('subject', '=', `paystack ${facts.providerId}`)
    .select('id')
    .executeTakeFirstOrThrow()
  return { money: String(money), discrepancy: String(discrepancy) }
}

/** Shillings that came to our Paybill under a name that nobody knows. */
async function paidByHand(db: Db): Promise<string> {
  const facts = paid(20_000, { fee: 0 })
  await applyResult(db, 'mpesa', 'CHURCH ROOF', facts)
  const { id } = await db
    .selectFrom('suspense')
    .where('provider_tx_id', '=', facts.providerId)
    .select('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

/** The same that an administrator is sending back. */
async function goingBack(db: Db, by: string): Promise<string> {
  const id = await paidByHand(db)
  const reserved = {
    reserved_at: new Date(),
    reserved_by: by,
    reserved_why: 'The payer asked',
    back: 'by hand' as const,
  }
  await db.updateTable('suspense').set(reserved).where('id', '=', Number(id)).execute()
  return id
}

/** A gift by M-Pesa, and a giver who says that it is theirs, with other digits. */
async function claimedGift(db: Db, driveId: string): Promise<{ claimed: string; claim: string }> {
  const { id: payment } = await giftByPhone(db, driveId, 10_000)
  const { receipt } = await db
    .selectFrom('mpesa_receipts')
    .where('payment_id', '=', payment)
    .select('receipt')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('claims')
    .values({ fund_drive_id: driveId, receipt, tail: '999', phone: '+254712345999', state: 'desk' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { claimed: String(payment), claim: String(id) }
}

/** A statement of M-Pesa that waits for a second administrator. */
async function heldStatement(db: Db, by: string): Promise<string> {
  const { id } = await db
    .insertInto('mpesa_statements')
    .values({ sha256: randomBytes(32), shortcode: '174379', lines: 1, by, held: 20_000_000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

/** A receipt, with a photo, of a withdrawal that was sent before. */
async function someReceipt(db: Db, asked: Parameters<typeof requestPayout>[1], by: string): Promise<string> {
  const { id } = await requestPayout(db, { ...asked, key: randomUUID() })
  await completeByHand(db, id, { by })
  const { rows } = await sql<{ id: number }>`
    insert into payout_receipts (fund_drive_id, whole, amount, paid_to, what, spent_on, photo_url, posted_by, form_key)
    select fund_drive_id, whole, 100, 'Uhai Chemist', 'Medicine', '2026-01-02', '/media/drives/' || md5(id::text) || '-40.jpg', user_id, ${randomUUID()}
    from payout_requests where id = ${id} returning id`.execute(db)
  return String(rows[0]!.id)
}

/** The same with a gift of KES 5,000, a request for KES 1,000 of it, and a dispute about KES 10. */
export async function moneyedDrive(db: Db, ownerId: string): Promise<Made> {
  const drive = await fullDrive(db, ownerId)
  const { id: payment, reference } = await gift(db, drive.id, 500_000)
  const { id: donation } = await db
    .selectFrom('donations')
    .where('payment_id', '=', payment)
    .select('id')
    .executeTakeFirstOrThrow()
  const { id: method } = await phoneOf(db, ownerId)
  const asked = { ownerId, driveId: drive.id, amount: 100_000, key: randomUUID(), holdHours: 0, methodId: method }
  // A person whom nobody here signs in as.
  const { id: bystanders, ownerId: bystander } = await someDrive(db)
  const receipt = await someReceipt(db, asked, bystander)
  const { id: payout } = await requestPayout(db, asked)
  await disputeOpened(db, reference, { extId: `matrix ${payment}`, amount: 1000, dueAt: null })
  const { id: dispute } = await db
    .selectFrom('disputes')
    .where('payment_id', '=', payment)
    .select('id')
    .executeTakeFirstOrThrow()
  const spam = commentForm.parse({ content: `Win at www.win.example.com, says ${drive.id}` })
  const { id: quarantined } = await postComment(db, drive.slug, spam, 'a-visitor')
  const report = {
    slug: drive.slug,
    reason: 'untrue',
    message: 'No such patient',
    email: null,
    language: 'en',
  } as const
  await writeSupportMessage(db, report)
  const { id: supportMessage } = await db
    .selectFrom('support_messages')
    .where('fund_drive_id', '=', drive.id)
    .select('id')
    .executeTakeFirstOrThrow()
  return {
    ...drive,
    ...(await unplaced(db)),
    byHand: await paidByHand(db),
    goingBack: await goingBack(db, bystander),
    ...(await claimedGift(db, bystanders)),
    statement: await heldStatement(db, bystander),
    dispute: String(dispute),
    payment: String(payment),
    donation: String(donation),
    payout: String(payout),
    receipt,
    method,
    bystander,
    quarantined: String(quarantined),
    supportMessage: String(supportMessage),
  }
}

/** Ids as they could be, of what is not there. */
export const gone = {
  slug: 'no-such-drive',
  gathering: 'no-such-gathering',
  guest: randomUUID(),
  occasion: '19',
  photo: randomUUID(),
  update: randomUUID(),
  paper: randomUUID(),
  image: randomUUID(),
  video: randomUUID(),
  comment: '999999999',
  visit: randomUUID(),
  payment: randomUUID(),
  donation: '999999999',
  payout: randomUUID(),
  receipt: '999999999',
  method: randomUUID(),
  person: randomUUID(),
  dispute: '999999999',
  money: '999999999',
  byHand: '999999999',
  goingBack: '999999999',
  statement: '999999999',
  claimed: randomUUID(),
  claim: '999999999',
  discrepancy: '999999999',
  bystander: randomUUID(),
  quarantined: '999999999',
  supportMessage: '999999999',
}

/** Everything that is kept of a drive and of its owner's money, to see whether something changed. */
export async function keptOf(db: Db, { id, person, gathering }: Drive): Promise<string> {
  const { rows } = await sql`
    select (select jsonb_agg(d) from fund_drives d where id = ${id}) d,
      (select jsonb_agg(i order by id) from fund_drive_images i where fund_drive_id = ${id}) i,
      (select jsonb_agg(v order by id) from fund_drive_videos v where fund_drive_id = ${id}) v,
      (select jsonb_agg(c order by id) from fund_drive_comments c where fund_drive_id = ${id}) c,
      (select jsonb_agg(r order by id) from fund_drive_reservations r where fund_drive_id = ${id}) r,
      (select jsonb_agg(w order by id) from updates w where fund_drive_id = ${id}) w,
      (select jsonb_agg(a order by id) from papers a where fund_drive_id = ${id}) a,
      (select jsonb_agg(s order by id) from subscriptions s where fund_drive_id = ${id}) s,
      (select jsonb_agg(p order by id) from payments p where fund_drive_id = ${id}) p,
      (select jsonb_agg(o order by id) from payout_requests o where fund_drive_id = ${id}) o,
      (select jsonb_agg(g) from gatherings g where fund_drive_id = ${id} or slug = ${gathering}) g,
      (select jsonb_agg(o order by o.id) from occasions o join gatherings g on g.id = o.gathering_id
        where g.slug = ${gathering}) oc,
      (select jsonb_agg(u order by u.id) from supporters u join gatherings g on g.id = u.gathering_id
        where g.slug = ${gathering}) u,
      (select jsonb_agg(n order by n.id) from invitations n join supporters u on u.id = n.supporter_id
        join gatherings g on g.id = u.gathering_id where g.slug = ${gathering}) n,
      (select jsonb_agg(h order by h.id) from post_photos h join gathering_posts t on t.id = h.post_id
        join gatherings g on g.id = t.gathering_id where g.slug = ${gathering}) h,
      (select jsonb_agg(j order by j.id) from photo_objections j join gatherings g on g.id = j.gathering_id
        where g.slug = ${gathering}) j,
      (select jsonb_agg(m order by id) from withdrawal_methods m where user_id = ${person}) m`.execute(db)
  return JSON.stringify(rows)
}
