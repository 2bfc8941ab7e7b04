import { sql } from 'kysely'
import { activeDrive, lockedDrive, shutRefusal } from '#app/drives/drive/active.server.ts'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { endOfDay } from '#app/kit/time.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Limit, takeTry } from '#app/platform/http/limits.server.ts'
import { household } from '#app/platform/http/network-address.server.ts'
import { uuidOf } from '#app/platform/jobs/sent-once.server.ts'
import { canBeTexted } from '#app/platform/sms/outbox.server.ts'
import { untilMorning } from '#app/platform/sms/send.server.ts'
import { nextReminder, type PledgeSource, pledgeTexts, type ToldPledge } from './pledge.ts'
import { tellWritten, withdrawTexts } from './tell.server.tsx'
import { hashOfPledgeToken, tokenOf } from './token.server.ts'

// Writes down promises to give later, by the person who promises or by people of the drive.

type Around = {
  now?: Date
  /** The network address of the promise, if it is known. */
  address?: string
  /** Runs in the same transaction, each time the form is sent. */
  also?: (tx: Tx, pledgeId: number) => Promise<void>
}

type Promised = {
  amount: number
  name: string
  phone: string | null
  email: string | null
  dueOn: string | null
  anonymous: boolean
}

/**
 * Writes down a visitor's promise. The same form sent twice is one pledge, with one link. Anybody can type another person's phone:
 * the pledge counts once its giver says yes to our message, or here if none can reach them. `told` is the same for a phone that said
 * STOP.
 */
export async function promise(
  db: Db,
  slug: string,
  { key, ...promised }: Promised & { key: string },
  language: Language,
  { now = new Date(), address = '', also }: Around = {},
): Promise<{ token: string; told: ToldPledge }> {
  // Checked before the transaction, too: a refused or repeated promise takes none of the day's texts.
  const { id: driveId } = await takingPromises(db, slug, await activeDrive(db, slug))
  const clientKey = keyOf(driveId, key, promised)
  const { told, byText } = await toldWhen(
    promised,
    { now, address },
    await written(db, driveId, clientKey).executeTakeFirst(),
  )
  return db.transaction().execute(async (tx) => {
    await takingPromises(tx, slug, await lockedDrive(tx, slug))
    const whose = { source: 'giver', by: null, agreed: false, language } as const
    const tellAt = told === 'tomorrow' ? new Date(endOfDay(now) + 9 * 3_600_000) : null
    const { id } = await write(tx, { driveId, clientKey, ...promised, ...whose }, byText, tellAt)
    await also?.(tx, id)
    return { token: tokenOf(clientKey), told }
  })
}

async function takingPromises(db: Db | Tx, slug: string, drive: { id: string } | undefined) {
  if (!drive) throw await shutRefusal(db, slug, pledgeTexts.driveMissing)
  if (!(await takesGifts(db, drive.id))) throw new Refusal(pledgeTexts.noGifts)
  return drive
}

type Before = { remind_at: Date | null; agreed: boolean } | undefined

/**
 * Returns when the first message comes, and whether there is a text now. An email comes at once, whatever happens to the text beside
 * it: that text must still be within the limit.
 */
async function toldWhen(
  { phone, email }: To,
  from: { now: Date; address: string },
  before: Before,
): Promise<{ told: ToldPledge; byText: boolean }> {
  const isTexted = phone !== null && canBeTexted(phone)
  const byText = isTexted && (before ? before.agreed || before.remind_at === null : await mayText(from.address))
  const late = isTexted ? 'tomorrow' : 'never'
  return { byText, told: email !== null ? 'now' : !byText ? late : untilMorning(from.now) ? 'morning' : 'now' }
}

const textsADay: Limit = { name: 'pledge-texts', key: 'all', times: 200, seconds: 86_400 }
/** The limit of texts that were put off to the next day: leftovers of one network take nothing from those who promise then. */
const lateTextsADay: Limit = { name: 'pledge-texts-late', key: 'all', times: 100, seconds: 86_400 }
/** Limits one network to half of them: a full hall is texted on the same day, and nobody uses up all texts from one place. */
const textsOf = (address: string): Limit[] =>
  address ? [{ name: 'pledge-texts-network', key: household(address), times: 100, seconds: 86_400 }] : []

/**
 * Takes a text from the budget of first texts, one for the whole product: strangers can't use up the texts of gifts and codes. Taken
 * before the transaction begins, which holds the drive.
 */
export const mayText = (address = ''): Promise<boolean> => isWithin([textsADay, ...textsOf(address)])

/** Takes a text that was put off from the late budget. */
export const mayTextLate = (): Promise<boolean> => isWithin([lateTextsADay])

/** Takes the limits of a message about a raise, to a person whom we have written to before. */
export const mayTell = (to: To): Promise<boolean> => isWithin([...toLimits(to), ...(to.phone ? [textsADay] : [])])

const isWithin = (limits: Limit[]): Promise<boolean> =>
  takeTry(limits).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )

type ByOthers = Promised & {
  driveId: string
  source: 'organiser' | 'list'
  by: string
  /** The person agreed to be written to about it. */
  agreed: boolean
  clientKey: string
}

/** Writes down another person's pledge, for a person who may record for the drive. The same key is one pledge, however often it comes. */
export async function writePledge(tx: Tx, pledge: ByOthers, byText = true): Promise<{ id: number }> {
  if (!(await mayManage(tx, pledge.by, pledge.driveId, 'record')))
    throw new Refusal(pledgeTexts.driveMissing, { status: 404 })
  const writer = await tx.selectFrom('users').where('id', '=', pledge.by).select('language').executeTakeFirst()
  return write(tx, { ...pledge, language: knownLanguage(writer?.language ?? null) }, byText)
}

type Written = Promised & {
  driveId: string
  clientKey: string
  source: PledgeSource
  by: string | null
  agreed: boolean
  language: Language
}

/** Inserts the row, and sends its giver the first message. */
async function write(
  tx: Tx,
  { driveId, clientKey, dueOn, by, ...pledge }: Written,
  byText: boolean,
  /** The time of the giver's first message, if not now. */
  tellAt: Date | null = null,
): Promise<{ id: number }> {
  const reached = pledge.agreed && (pledge.phone !== null || pledge.email !== null)
  const row = await tx
    .insertInto('pledges')
    .values({
      ...pledge,
      fund_drive_id: driveId,
      due_on: dueOn,
      recorded_by: by,
      token_hash: hashOfPledgeToken(tokenOf(clientKey)),
      client_key: clientKey,
      remind_at: reached ? (nextReminder(dueOn, new Date())?.at ?? null) : tellAt,
    })
    // The link is made from the key: two inserts at once may conflict on either of the two.
    .onConflict((same) => same.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row && (reached || pledge.source === 'giver')) await tellWritten(tx, row.id, byText)
  return row ?? { id: (await written(tx, driveId, clientKey).executeTakeFirstOrThrow()).id }
}

/** Finds the pledge that the same form wrote before. */
const written = (db: Db | Tx, driveId: string, clientKey: string) =>
  db
    .selectFrom('pledges')
    .where('client_key', '=', clientKey)
    .where('fund_drive_id', '=', driveId)
    .select(['id', 'remind_at', 'agreed'])

/** Releases the pledge. `by` is the person of the drive who did it; null for the giver. Its gifts stay given. */
export async function releasePledge(tx: Tx, { id, by }: { id: number; by: string | null }): Promise<void> {
  await tx
    .updateTable('pledges')
    .set({ state: 'released', released_by: by, remind_at: null, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
  await withdrawTexts(tx, id)
}

const takesGifts = async (tx: Db | Tx, driveId: string): Promise<boolean> =>
  (await tx
    .selectFrom('open_drives')
    .where('id', '=', driveId)
    .where('takes_gifts', '=', true)
    .select('id')
    .executeTakeFirst()) !== undefined

/** Returns a key of the form's key and all its values: pressed twice it is one pledge, with other values another. */
function keyOf(driveId: string, key: string, promised: Promised): string {
  const { amount, name, phone, email, dueOn, anonymous } = promised
  return uuidOf(JSON.stringify([driveId, key, amount, name, phone, email, dueOn, anonymous]))
}

type To = { phone: string | null; email: string | null }
/** Limits messages to one phone or address, which is written to before its owner has said a word. */
const toLimits = ({ phone, email }: To): Limit[] =>
  [phone, email].flatMap((to) => (to ? [{ name: 'pledge-to', key: to, times: 3, seconds: 86_400 }] : []))

/** Limits promises from one network, which a hall full of people may share, and to one person. See docs/develop/decisions/0021. */
export const promiseLimits = (to: To, address: string): Limit[] => [
  { name: 'pledge-network', key: household(address), times: 120, seconds: 3600 },
  { name: 'pledge-network-day', key: household(address), times: 400, seconds: 86_400 },
  ...toLimits(to),
]

/** Limits people of a drive, who write many down; and messages to the people whose promises they are. */
export const writtenLimits = ({ agreed, ...to }: To & { agreed: boolean }, by: string): Limit[] => [
  { name: 'pledge-written', key: by, times: 300, seconds: 3600 },
  ...(agreed ? [{ name: 'pledge-told', key: by, times: 100, seconds: 86_400 }, ...toLimits(to)] : []),
]

/** Limits the person who has the link. */
export const ownLimits = (token: string | undefined): Limit[] => [
  { name: 'pledge-own', key: token ?? '', times: 60, seconds: 3600 },
]
