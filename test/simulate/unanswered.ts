import { thePool } from '#app/platform/db.server.ts'
import { settled } from './money-out.ts'
import type { Asking, World } from './world.ts'

// The house died before it answered. What a person asked of it then may have happened or not, and they look. What was
// acknowledged before, and what nobody asked for, is not taken from the books: if it differs, it has to be found.

type Looks = { [What in Asking['what']]: (world: World, asked: Asking & { what: What }) => Promise<void> }

const looks: Looks = {
  async look(_, { drive }) {
    const [row] = await rows<{ views: number }>(
      'select count(*) as views from fund_drive_views where fund_drive_id = $1',
      drive.id,
    )
    if (row!.views === drive.counted + 1) drive.counted++
  },
  async withdrawal({ payouts }, { drive, amount, net }) {
    const all = await rows<{ id: number; amount: number }>(
      'select id, amount from payout_requests where fund_drive_id = $1 order by id',
      drive.id,
    )
    const isNew = all.find((one) => one.amount === amount && !payouts.some(({ id }) => id === one.id))
    if (isNew) payouts.push({ id: isNew.id, drive, amount, net, is: 'processing' })
  },
  async decision(world, { payout, how }) {
    const [row] = await rows<{ status: string }>('select status from payout_requests where id = $1', payout.id)
    if (row?.status === becomes[how]) await settled(world, payout, how)
  },
  async 'write-off'(_, { drive, debt, posted }) {
    const [row] = await rows<{ debt: number }>(
      'select coalesce(sum(debt), 0)::bigint as debt from write_offs where fund_drive_id = $1',
      drive.id,
    )
    if (row!.debt !== drive.writtenOff + debt) return
    drive.writtenOff += debt
    drive.posted += posted
  },
}
const becomes = { declined: 'rejected', 'by-hand': 'completed', sent: 'approved', processing: 'processing' }

const rows = async <Row>(text: string, about: string | number) => (await thePool().query(text, [about])).rows as Row[]

/** Whether what was asked last has happened. */
export async function lookWhetherDone(world: World): Promise<void> {
  const { asking } = world
  if (asking) await looks[asking.what](world, asking as never)
}
