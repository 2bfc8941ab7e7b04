import { rows } from '#test/rows.ts'
import type { Drive, Payout, World } from './world.ts'

// Who agreed to what, by what was acknowledged to treasurers and owners. Of the books it takes only which change has been made by now,
// once its day is over.

/** How many treasurers agree to a withdrawal. */
export const agreeing = ({ words }: Payout): number => [...words.values()].filter((word) => word === 'yes').length

/** How many must: what was asked with it, or what its drive demands now. */
export const neededFor = ({ needs, drive }: Payout): number => Math.max(needs, drive.number)

/** True if those who said no leave too few. */
export const endsBy = (payout: Payout): boolean =>
  payout.drive.treasurers.length - (payout.words.size - agreeing(payout)) < neededFor(payout)

/** True while a withdrawal waits for treasurers. */
export async function waitsFor({ id }: Payout): Promise<boolean> {
  const [row] = await rows<{ status: string }>('select status from payout_requests where id = $1', [id])
  return row!.status === 'waiting'
}

/** Takes over a lower number whose day is over and that the app has made by now. Throws if it came sooner, or while it is held. */
export async function heedChanges(world: World): Promise<void> {
  for (const drive of world.drives) {
    const [row] = await rows<{ signatures: number; ended: boolean }>(
      `select signatures, exists (select from give_backs b where b.fund_drive_id = d.id and b.ended_at is not null) as ended
       from fund_drives d where id = $1`,
      [drive.id],
    )
    const { lower } = drive
    if (row!.signatures !== drive.number) {
      const isDue = lower && !lower.isHeld && lower.to === row!.signatures && lower.from <= world.paystack.clock.now()
      if (!isDue) throw new Error(`${row!.signatures} must agree, not ${drive.number}, ${JSON.stringify(lower)}`)
      drive.number = lower.to
      drive.lower = undefined
    }
    if (row!.ended && (!drive.back || drive.back.isHeld || drive.back.from > world.paystack.clock.now()))
      throw new Error(`everything went back, and what was asked is ${JSON.stringify(drive.back)}`)
  }
}

/** Withdrawals of a drive that ended when it was asked to give everything back. */
export async function cancelled({ payouts }: World, drive: Drive): Promise<void> {
  const ended = await rows<{ id: number }>(
    `select id from payout_requests where fund_drive_id = $1 and status = 'rejected'`,
    [drive.id],
  )
  const ids = new Set(ended.map(({ id }) => id))
  for (const one of payouts) if (ids.has(one.id) && one.is === 'processing') one.is = 'declined'
}

/** What was acknowledged of receipts and is not so. */
export async function wrongReceipts({ payouts }: World): Promise<string[]> {
  const kept = await rows<{ key: string; amount: number; undone: boolean }>(
    `select form_key as key, amount, undone_at is not null as undone from payout_receipts`,
  )
  const said = payouts.flatMap(({ receipts }) => receipts)
  const byKey = new Map(kept.map((one) => [one.key, one]))
  const wrong = said
    .filter(({ key, amount, isUndone }) => byKey.get(key)?.amount !== amount || byKey.get(key)?.undone !== isUndone)
    .map(({ key, amount }) => `a receipt of ${amount} is ${JSON.stringify(byKey.get(key))}`)
  return kept.length === said.length ? wrong : [...wrong, `there are ${kept.length} receipts, not ${said.length}`]
}
