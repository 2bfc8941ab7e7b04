import { record } from '#app/features/audit/audit.server.ts'
import type { Actor } from '#app/features/audit/audit.ts'
import { freeze, lockWallet } from '#app/features/ledger/wallet.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import { freezeSays as says } from './freeze.ts'

type Decision = { by: Actor; why: string }

/** Lets no money out of a drive: nothing is withdrawn, and what was asked for can't be completed. Its owner reads why. */
export const freezeWithdrawals = (db: Db, slug: string, decision: Decision): Promise<void> =>
  setFrozen(db, slug, true, decision)

/** Lets money out again. */
export const freeWithdrawals = (db: Db, slug: string, decision: Decision): Promise<void> =>
  setFrozen(db, slug, false, decision)

/** The wallet is locked: of a withdrawal at the same moment, one comes first, and what comes second knows of it. */
const setFrozen = (db: Db, slug: string, frozen: boolean, { by, why }: Decision): Promise<void> =>
  inOneGo(db, async (tx) => {
    const drive = await tx
      .selectFrom('fund_drives')
      .where('slug', '=', slug)
      .select(['id', 'user_id'])
      .executeTakeFirst()
    if (!drive) throw new Refusal(says.missing, { status: 404 })
    if (drive.user_id === by.id) throw new Refusal(says.own, { status: 403 })
    const wallet = await lockWallet(tx, drive.id)
    if ((wallet.frozen !== null) === frozen) throw new Refusal(says.meanwhile)
    await freeze(wallet, tx, frozen ? why : null)
    await record(tx, {
      ...{ by, act: frozen ? 'withdrawals frozen' : 'withdrawals freed', noun: 'drive', subject: drive.id },
      ...{ before: { frozen: !frozen }, after: { frozen }, why },
    })
    await enqueue(tx, 'mail-frozen', { driveId: drive.id }, { key: drive.id })
    await tell(tx, `drive:${drive.id}`)
    await tell(tx, 'office:desk')
    await tell(tx, `person:${drive.user_id}`)
  })
