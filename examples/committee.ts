import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { sealVerdict } from '#app/money/payouts/seals.server.ts'
import { mailSigner } from '#app/money/payouts/signer-mails.server.tsx'
import { addPerson } from '#app/people/accounts/people.server.ts'
import { addPersonByPhone } from '#app/people/accounts/phone-sign-in.server.ts'
import { makeAdmin } from '#app/people/accounts/roles.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { daysFromNow } from './days.ts'
import type { ExampleDrive } from './drives.ts'

// The people who watch over the money of an example drive: treasurers who must agree, the hospital that it goes to, the one it is for, and
// followers who are told how it goes. One treasurer has no email and is asked by a text.

const byEmail = [
  { fullName: 'Brian Odhiambo', username: 'brian', email: 'treasurer@harambee.test' },
  { fullName: 'Grace Njeri', username: 'grace', email: 'grace@harambee.test' },
]
const byPhone = { fullName: 'Achieng Akinyi', phone: '+254711000200', language: 'en' } as const
const secondAdmin = { fullName: 'Njeri Mwangi', username: 'njeri', email: 'second@harambee.test' }

const hospital = {
  name: 'Example Mission Hospital',
  kind: 'hospital',
  paybill: '999901',
  source: 'Its bill of the first week. Called back on the number of its site.',
} as const
/** The patient's number at the hospital. */
export const patient = 'EMH 2210'

/** Adds the treasurers, a second administrator, and the hospital whose number both administrators confirmed. */
export async function addCommittee(tx: Tx, passwordHash: string, admin: string): Promise<void> {
  for (const person of byEmail) await addPerson(tx, { ...person, passwordHash, verified: true })
  await addPersonByPhone(tx, byPhone)
  const second = (await addPerson(tx, { ...secondAdmin, passwordHash, verified: true }))!
  await makeAdmin(tx, secondAdmin.email, 'example')
  const confirmed = { confirmed_by: admin, second_by: second, confirmed_at: daysFromNow(-29) }
  const row = { ...hospital, added_by: admin, created_at: daysFromNow(-30), ...confirmed }
  await tx.insertInto('institutions').values(row).execute()
}

/** Finds the hospital, and the administrator who sends money there. */
export const hospitalIn = (tx: Tx) =>
  tx
    .selectFrom('institutions')
    .where('name', '=', hospital.name)
    .select(['id', 'confirmed_by'])
    .executeTakeFirstOrThrow()

const personNamed = async (tx: Tx, name: string): Promise<string> =>
  (await tx.selectFrom('profiles').where('full_name', '=', name).select('user_id').executeTakeFirstOrThrow()).user_id

type Drive = { id: string; ownerId: string }

/** Adds treasurers who have helped since the drive was opened, so many of whom must agree to withdrawals. */
export async function addTreasurers(tx: Tx, { id, ownerId }: Drive, { committee, opened }: ExampleDrive) {
  if (!committee) return
  const at = daysFromNow(-opened)
  const times = { created_at: at, expires_at: at, accepted_at: at, signs_since: at }
  for (const invited of committee.treasurers) {
    const person = { user_id: await personNamed(tx, invited), invited, invited_by: ownerId }
    await tx
      .insertInto('drive_helpers')
      .values({ fund_drive_id: id, ...person, role: 'treasurer', named: true, ...times })
      .execute()
  }
  await tx.updateTable('fund_drives').set({ signatures: committee.must }).where('id', '=', id).execute()
}

type Asked = { payout: number; whole: string; agreed: [name: string, daysAgo: number][]; needs: number }

/** Writes down who agreed to a withdrawal, and that it went on with the last yes that was needed. */
export async function agree(tx: Tx, { payout, whole, agreed, needs }: Asked): Promise<void> {
  for (const [at, [name, daysAgo]] of agreed.entries()) {
    const [by, created_at] = [await personNamed(tx, name), daysFromNow(-daysAgo)]
    const said = { whole, by, verdict: 'yes' as const }
    await tx
      .insertInto('payout_signatures')
      .values({ ...said, how: name === byPhone.fullName ? 'sms' : 'web', mac: sealVerdict(said), created_at })
      .execute()
    if (at + 1 === needs)
      await tx.insertInto('payout_events').values({ payout_id: payout, kind: 'signed', by, created_at }).execute()
  }
}

/** Adds the one it is for, who said yes. */
export async function addBeneficiary(tx: Tx, driveId: string, name: string): Promise<void> {
  const token_hash = createHash('sha256').update(randomUUID()).digest('hex')
  const said = { answer: 'yes' as const, shows_name: true, answered_at: daysFromNow(-31) }
  const row = { fund_drive_id: driveId, name, relation: 'My aunt', token_hash, ...said }
  await tx.insertInto('beneficiaries').values(row).execute()
}

/** Lets every second giver who is named follow the drive by email, and some who are not named by phone. */
export async function addFollowers(tx: Tx, driveId: string): Promise<void> {
  await sql`
    insert into followers (fund_drive_id, email, phone, language, source, payment_id, agreed_at)
    select fund_drive_id, case when anonymous then null else donor_email end,
      case when anonymous then '+2547110003' || lpad((n % 100)::text, 2, '0') end,
      case when n % 3 = 0 then 'sw' else 'en' end, 'gift', id, created_at
    from (select *, row_number() over (order by id) as n from payments where fund_drive_id = ${driveId} and status = 'succeeded') p
    where anonymous or n % 2 = 0
    on conflict do nothing`.execute(tx)
}

/** Asks the treasurer without email by a text about what waits, at any hour: who looks at the pretend phone at night finds it, too. */
export async function askByText(db: Db): Promise<void> {
  const waits = await db
    .selectFrom('payout_events as e')
    .innerJoin('payout_requests as o', 'o.id', 'e.payout_id')
    .innerJoin('user_phones as f', (join) => join.on('f.phone', '=', byPhone.phone))
    .where('o.status', '=', 'waiting')
    .where('e.kind', '=', 'requested')
    .select(['e.id as eventId', 'f.user_id as userId'])
    .execute()
  for (const one of waits) await mailSigner(db, one)
  await db.transaction().execute(async (tx) => {
    const texts = tx.updateTable('sms_outbox').set({ at_night: true }).where('phone', '=', byPhone.phone)
    for (const { id } of await texts.where('state', '=', 'waiting').returning('id').execute())
      await enqueue(tx, 'send-sms', { smsId: id }, { key: String(id) })
  })
}
