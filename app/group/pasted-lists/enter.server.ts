import { sql } from 'kysely'
import { readPaste } from '#app/group/pasted-lists/reading/read-paste.ts'
import { writePledge } from '#app/group/pledges/pledge.server.ts'
import { enterRecorded, voidRecorded } from '#app/group/recorded-gifts/recorded.server.ts'
import { oneLine } from '#app/kit/lines.ts'
import { Refusal, type Words } from '#app/kit/says.ts'
import { receiptCodeIn } from '#app/money/mpesa/claim.ts'
import { keepPasted } from '#app/money/mpesa/claims.server.ts'
import { enteredClaimLimits } from '#app/money/mpesa/limits.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { uuidOf } from '#app/platform/jobs/sent-once.server.ts'
import type { ApprovedRow } from './approved.ts'
import { bodyOfPaste, codeKept, collectorsOf, lockPaste, refuseUnlessRecords } from './paste.server.ts'
import { type PastedRow, pastedListTexts, rowWhys } from './pasted-list.ts'

// Turns approved rows into gifts, pledges and claims: all of them or none, each once, from any number of tabs.

type Entering = { driveId: string; pasteId: number; by: string; rows: readonly ApprovedRow[] }

/** Enters the approved rows. `already` counts the rows that were entered before. */
export async function enterRows(db: Db, entering: Entering): Promise<{ entered: number; already: number }> {
  await limitClaims(db, entering)
  return inOneGo(db, async (tx) => {
    const { driveId, pasteId, by, rows } = entering
    const paste = await lockPaste(tx, entering)
    const read = rowsOf(paste, await collectorsOf(tx, driveId))
    const codes = codesOf(read)
    // The right to record is checked once the paste is locked: a treasurer who was removed while waiting enters nothing.
    await refuseUnlessRecords(tx, by, driveId)
    const open = await openRows(tx, pasteId)
    const todo = rows.filter(({ nr }) => open.has(nr))
    await lockCodes(
      tx,
      driveId,
      todo.flatMap(({ nr }) => codeKept(codes.get(nr) ?? null) ?? []),
    )
    for (const row of todo) {
      const code = codes.get(row.nr) ?? null
      const { became, id } = await atRow(row, () => enter(tx, { ...entering, row, code }))
      await tx
        .updateTable('paste_rows')
        .set({ state: 'entered', became, became_id: id, amount: row.amount || null })
        .set({ corrected: isCorrected(row, read.get(row.nr)) })
        .where('paste_id', '=', pasteId)
        .where('nr', '=', row.nr)
        .execute()
    }
    await tx.updateTable('list_pastes').set({ entered_at: sql<Date>`now()` }).where('id', '=', pasteId).execute()
    return { entered: todo.length, already: rows.length - todo.length }
  })
}

/** Takes the limit of claims before the transaction, which holds the paste and the drive. A claim too many is an error at its row. */
async function limitClaims(db: Db, { driveId, pasteId, by, rows }: Entering): Promise<void> {
  const claims = rows.filter(({ kind }) => kind === 'claim')
  const body = claims.length > 0 ? await bodyOfPaste(db, driveId, pasteId) : undefined
  if (!body) return
  const [collectors, open] = await Promise.all([collectorsOf(db, driveId), openRows(db, pasteId)])
  const codes = codesOf(rowsOf(body, collectors))
  for (const row of claims.filter(({ nr }) => open.has(nr)))
    await atRow(row, () => takeTry(enteredClaimLimits(driveId, by, codes.get(row.nr) ?? '', row.tail ?? '')))
}

/** Locks codes in one order, before the first row: two pastes with the same codes wait for each other, and never in a circle. */
async function lockCodes(tx: Tx, driveId: string, codes: readonly string[]): Promise<void> {
  // The drive first, as where one gift is recorded.
  await tx.selectFrom('fund_drives').where('id', '=', driveId).select('id').forNoKeyUpdate().execute()
  await sql`select lock_money_code(code) from unnest(${[...codes].sort()}::text[]) code`.execute(tx)
}

export const openRows = async (tx: Db | Tx, pasteId: number): Promise<Set<number>> => {
  const open = tx.selectFrom('paste_rows').where('paste_id', '=', pasteId).where('state', 'in', ['proposed', 'left'])
  return new Set((await open.select('nr').execute()).map(({ nr }) => nr))
}

/** Reads the rows from the stored text, not the form. Collectors decide which of two rows with one code is kept, as on the page. */
const rowsOf = ({ body, today }: { body: string; today: string }, collectors: string[]): Map<number, PastedRow> =>
  new Map(readPaste(body, { today, collectors }).rows.map((row) => [row.nr, row]))

const codesOf = (rows: Map<number, PastedRow>): Map<number, string> =>
  new Map([...rows].flatMap(([nr, { code }]) => (code ? [[nr, code] as const] : [])))

/** Checks whether the person changed the row that was read. To choose a kind that the text does not say is no correction. */
function isCorrected({ kind, amount, paid, name }: ApprovedRow, read: PastedRow | undefined): boolean {
  if (!read) return true
  const { proposal } = read
  const isOther = proposal !== 'ask' && kind !== proposal
  const isOtherSum = kind !== 'undo' && (amount !== read.amount || (kind === 'pledge' && paid !== read.paid))
  return isOther || isOtherSum || (name ?? '') !== oneLine(read.name ?? '')
}

/** Reports a refusal at its row. */
async function atRow<Done>({ nr }: ApprovedRow, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 403) throw error
    const words: Words = error.says.why ?? error.says.text ?? error.says.title
    throw new Refusal(pastedListTexts.check, { status: error.status, errors: { [`kind.${nr}`]: words } })
  }
}

type One = Entering & { row: ApprovedRow; code: string | null }
type Became = { became: 'recorded' | 'pledge' | 'claim' | 'void'; id: number }

async function enter(tx: Tx, one: One): Promise<Became> {
  const { row, code, driveId, by } = one
  if (row.kind === 'claim') return { became: 'claim', id: await claim(tx, one) }
  if (row.kind === 'undo') return { became: 'void', id: await undo(tx, one) }
  if (row.kind === 'gift') {
    const { id } = await enterRecorded(tx, {
      ...giftOf(one, row.amount),
      code: codeKept(code),
      clientKey: keyOfPaste(one, 'gift'),
    })
    return { became: 'recorded', id }
  }
  const { amount, name, phone, anonymous } = row
  const whose = { email: null, dueOn: null, source: 'list', by, agreed: false } as const
  const pledge = { driveId, amount, name: name ?? '', phone, anonymous, ...whose, clientKey: keyOfPaste(one, 'pledge') }
  const { id } = await writePledge(tx, pledge)
  if (row.paid > 0)
    await enterRecorded(tx, {
      ...giftOf(one, row.paid),
      code: codeKept(code),
      clientKey: keyOfPaste(one, 'part'),
      pledgeId: id,
    })
  return { became: 'pledge', id }
}

/** Builds a gift. The method is never guessed, however the row came here. */
function giftOf({ driveId, by, row }: One, amount: number) {
  const { method, name, phone, givenOn, anonymous } = row
  if (method === null) throw new Refusal(pastedListTexts.method, { status: 422 })
  return { driveId, amount, method, name, phone, givenOn, note: null, anonymous, by }
}

/** Enters a payer's own message as a claim: the money is looked for where it came to us. */
async function claim(tx: Tx, { driveId, row, code }: One): Promise<number> {
  const receipt = code ? receiptCodeIn(code) : undefined
  if (!receipt) throw new Refusal(pastedListTexts.notOurCode, { status: 422 })
  const { name, phone, anonymous } = row
  const tail = row.tail!
  await freeFromOther(tx, driveId, { receipt, tail })
  const giver = { name: name ?? '', phone: phone ?? '', anonymous }
  const { id, state } = await keepPasted(tx, driveId, { receipt, tail, ...giver })
  if (state === 'refused') throw new Refusal(pastedListTexts.notForUs)
  return id
}

/** Frees a lapsed claim of an earlier paste for this row. A claim has one row, and lapses if nobody listed its code in time. */
async function freeFromOther(tx: Tx, driveId: string, { receipt, tail }: { receipt: string; tail: string }) {
  const other = await tx
    .selectFrom('claims as c')
    .innerJoin('paste_rows as r', 'r.became_id', 'c.id')
    .where('r.became', '=', 'claim')
    .where('r.state', '=', 'entered')
    .where('c.fund_drive_id', '=', driveId)
    .where('c.receipt', '=', receipt)
    .where('c.tail', '=', tail)
    .select(['c.state', 'r.paste_id', 'r.nr'])
    .executeTakeFirst()
  if (!other) return
  if (other.state !== 'lapsed')
    throw new Refusal(other.state === 'refused' ? pastedListTexts.notForUs : pastedListTexts.isLookedFor)
  await tx
    .updateTable('paste_rows')
    .set({ state: 'undone' })
    .where('paste_id', '=', other.paste_id)
    .where('nr', '=', other.nr)
    .execute()
}

/** Applies a reversal's message: the gift recorded by that code becomes void. */
async function undo(tx: Tx, { driveId, by, code }: One): Promise<number> {
  const found = await tx
    .selectFrom('recorded_gifts')
    .where('fund_drive_id', '=', driveId)
    .where('code', '=', codeKept(code) ?? '')
    .where('voided_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!found) throw new Refusal(pastedListTexts.noSuchGift)
  await voidRecorded(tx, { id: found.id, by, why: rowWhys.reversed })
  return found.id
}

/** Returns the key of a row's entry: entered twice, it is the same entry. */
export const keyOfPaste = (
  { pasteId, row }: { pasteId: number; row: { nr: number } },
  what: 'gift' | 'pledge' | 'part',
): string => uuidOf(`paste ${pasteId} row ${row.nr} ${what}`)
