import { hashOfPledgeToken } from '#app/group/pledges/token.server.ts'
import { thePool } from '#app/platform/db.server.ts'
import { cancelled, endsBy } from './agree-model.ts'
import { asPayout, settled } from './money-out.ts'
import type { Asking, World } from './world.ts'

// The app died before it answered. What a person asked of it then may have happened or not, and they look. What was
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
  async account(_, { isDone, done }) {
    if (await isDone()) await done()
  },
  async withdrawal({ payouts }, { drive, amount, net, method, institution }) {
    const all = await rows<{ id: number; amount: number }>(
      'select id, amount from payout_requests where fund_drive_id = $1 order by id',
      drive.id,
    )
    const isNew = all.find((one) => one.amount === amount && !payouts.some(({ id }) => id === one.id))
    if (isNew) payouts.push(asPayout({ id: isNew.id, drive, amount, net, method, institution }))
  },
  async decision(world, { payout, how }) {
    const [row] = await rows<{ status: string }>('select status from payout_requests where id = $1', payout.id)
    if (row?.status === becomes[how]) await settled(world, payout, how)
  },
  async verdict(_, { payout, by, verdict, waits }) {
    const said = await rows<{ verdict: string }>(
      `select s.verdict from payout_signatures s join payout_requests o on o.whole = s.whole where o.id = $1 and s.by = '${by}' order by s.id`,
      payout.id,
    )
    if (said.at(-1)?.verdict !== verdict) return
    payout.words.set(by, verdict)
    if (waits && endsBy(payout)) payout.is = 'declined'
  },
  async number(_, { drive, to }) {
    const [row] = await rows<{ signatures: number; from: Date | null }>(
      `select d.signatures, c.from_at as from from fund_drives d left join money_changes c
         on c.fund_drive_id = d.id and c.kind = 'number' and c.state in ('waiting', 'held') and c.number = ${to} where d.id = $1`,
      drive.id,
    )
    if (row!.from) drive.lower ??= { to, from: row!.from }
    else if (row!.signatures === to && to > drive.number) Object.assign(drive, { number: to, lower: undefined })
    else if (row!.signatures === to) drive.number = to
  },
  async change(_, { drive, kind, id }) {
    const [row] = await rows<{ state: string }>('select state from money_changes where id = $1', id)
    const one = kind === 'number' ? drive.lower : drive.back
    if (one) one.isHeld = row!.state === 'held'
    if (row!.state !== 'dropped') return
    if (kind === 'number') drive.lower = undefined
    else drive.back = undefined
  },
  async 'give-all'(world, { drive }) {
    const [row] = await rows<{ from: Date }>(
      `select from_at as from from money_changes where fund_drive_id = $1 and kind = 'give_back' and state = 'waiting'`,
      drive.id,
    )
    if (!row) return
    drive.back ??= { from: row.from }
    await cancelled(world, drive)
  },
  async receipt(_, { payout, key, amount }) {
    const [row] = await rows('select from payout_receipts where form_key = $1', key)
    if (row) payout.receipts.push({ key, amount, isUndone: false })
  },
  async undo(_, { receipt }) {
    const [row] = await rows<{ undone: boolean }>(
      'select undone_at is not null as undone from payout_receipts where form_key = $1',
      receipt.key,
    )
    receipt.isUndone = row!.undone
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
  async placing({ decided }, { suspense, on }) {
    const [row] = await rows<{ state: string; drive: string | null }>(
      `select s.state, p.fund_drive_id as drive from suspense s left join payments p on p.id = s.placed_payment_id where s.id = $1`,
      suspense,
    )
    const is = row?.state === 'closed' ? 'back' : row?.state === 'placed' ? row.drive : undefined
    if (is === on) decided.set(suspense, on)
  },
  async loss({ lost }, { refund, amount }) {
    const [row] = await rows('select from refund_losses where reversal_id = $1', refund)
    if (row) lost.set(refund, amount)
  },
  async word(_, { drive, word }) {
    const [row] = await rows<{ drive: string }>('select fund_drive_id as drive from drive_codes where code = $1', word)
    if (row?.drive === drive.id && !drive.codes.includes(word)) drive.codes.push(word)
  },
  async pledge({ pledges }, { token, pledge }) {
    const [row] = await rows('select from pledges where token_hash = $1', hashOfPledgeToken(token))
    if (row && !pledges.some((one) => one.token === token)) pledges.push({ ...pledge, token })
  },
  async changing(_, { pledge, to }) {
    const [row] = await rows<{ amount: number; unagreed: number; agreed: boolean; state: string }>(
      'select amount, unagreed, agreed, state from pledges where token_hash = $1',
      hashOfPledgeToken(pledge.token),
    )
    const { state, ...rest } = row!
    const is = { ...rest, isReleased: state === 'released' }
    const asked: [string, unknown][] = Object.entries(to)
    const now: Record<string, unknown> = is
    if (asked.every(([name, value]) => !(name in now) || now[name] === value)) Object.assign(pledge, to)
  },
  async recorded({ records }, { key, gift }) {
    const [row] = await rows<{ id: number }>('select id from recorded_gifts where client_key = $1', key)
    if (row && !records.some(({ id }) => id === row.id)) records.push({ ...gift, id: row.id })
  },
  async mending(_, { gift, to }) {
    const [row] = await rows<{ amount: number; isVoid: boolean }>(
      'select amount, voided_at is not null as "isVoid" from recorded_gifts where id = $1',
      gift.id,
    )
    if (row && (to.isVoid ? row.isVoid : row.amount === to.amount)) Object.assign(gift, to)
  },
}
const becomes = { declined: 'rejected', 'by-hand': 'completed', sent: 'approved', processing: 'processing' }

const rows = async <Row>(text: string, about: string | number) => (await thePool().query(text, [about])).rows as Row[]

/** Whether what was asked last has happened. */
export async function lookWhetherDone(world: World): Promise<void> {
  const { asking } = world
  const look = asking && (looks[asking.what] as (world: World, asked: Asking) => Promise<void>)
  await look?.(world, asking!)
}
