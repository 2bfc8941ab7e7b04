import { codesOf } from '#app/drives/codes/codes.server.ts'
import { db } from '#app/platform/db.server.ts'
import { someDrive, somePerson } from './make.ts'

// Money as it is now, in the words of the tests: a change of how the product keeps it is a change here.

/** Why a person was called about this, the first reason first. */
export async function calledAbout(subject: string): Promise<string[]> {
  const found = db.selectFrom('discrepancies').where('subject', '=', subject).select('kind').orderBy('id')
  return (await found.execute()).map(({ kind }) => kind)
}

/** Why a person is called about these and has not closed it yet. */
export async function stillCalledAbout(...subjects: string[]): Promise<string[]> {
  const open = db.selectFrom('discrepancies').where('subject', 'in', subjects).where('state', '=', 'open')
  return (await open.select('kind').orderBy('id').execute()).map(({ kind }) => kind)
}

/** About what a person was called for this reason, the first first. */
export async function calledFor(kind: string): Promise<string[]> {
  const found = db.selectFrom('discrepancies').where('kind', '=', kind).select('subject').orderBy('id')
  return (await found.execute()).map(({ subject }) => subject)
}

/** The cents that a drive has raised: what went back is not in it. */
export async function raised(driveId: string): Promise<number> {
  const found = db.selectFrom('fund_drive_totals').where('fund_drive_id', '=', driveId).select('raised_amount')
  return (await found.executeTakeFirstOrThrow()).raised_amount!
}

/** How many gifts a drive was given, and their cents together. */
export async function giftsTo(driveId: string): Promise<[gifts: number, cents: number]> {
  const all = await db.selectFrom('donations').where('fund_drive_id', '=', driveId).select('amount').execute()
  return [all.length, all.reduce((sum, { amount }) => sum + amount, 0)]
}

/** How far a payment is. */
export async function statusOf(reference: string): Promise<string> {
  const found = db.selectFrom('payments').where('reference', '=', reference).select('status')
  return (await found.executeTakeFirstOrThrow()).status
}

/** A drive with its number and its slip, which payers type at our Paybill. */
export async function driveWithCode() {
  const drive = await someDrive(db)
  return { ...drive, ...(await codesOf(db, drive.id)) }
}

/** An administrator who acts, and from where. */
export const newAdmin = async () => ({ id: (await somePerson(db, { admin: true })).id, address: '41.90.4.0' })
