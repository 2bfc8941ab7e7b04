import { driveOfAccount, type FoundCode } from '#app/drives/codes/codes.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'

/**
 * Reads an account as a payer typed it. `found`: the drive whose code it holds, if any. `asked`: the account of a request of
 * ours that it may be, healed of what a phone does to it.
 */
export async function readTyped(db: Db | Tx, account: string) {
  const found = await driveOfAccount(db, account)
  return { found, asked: typedAccountOf(found, account) }
}

/** Returns the account of a request of ours that was typed, if it is one. */
export const typedAccountOf = (found: FoundCode | undefined, account: string): string =>
  found?.tag ? found.code + found.tag : account.toUpperCase()
