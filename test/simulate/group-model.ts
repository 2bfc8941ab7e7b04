import { hashOfPledgeToken } from '#app/group/pledges/token.server.ts'
import { thePool } from '#app/platform/db.server.ts'
import type { RailFacts } from './rail-model.ts'
import type { Drive, Pledge, Recorded, World } from './world.ts'

// What is beside the books: what was promised, and what was written down by hand. Its sums are those of what people were told.

type Row = { hash: string; id: number; amount: number; paid: number; state: string }
export type GroupFacts = Awaited<ReturnType<typeof groupFacts>>

export async function groupFacts() {
  const rows = async <One>(text: string) => (await thePool().query(text)).rows as One[]
  return {
    pledges: await rows<Row>('select token_hash as hash, id, amount, paid, state from pledges order by id'),
    gifts: await rows<{ id: number; isVoid: boolean; amount: number }>(
      'select id, voided_at is not null as "isVoid", amount from recorded_gifts order by id',
    ),
    beside: await rows<{ on: string; recorded: number; pledged: number }>(
      'select fund_drive_id as on, recorded, pledged from drive_beside',
    ),
  }
}

const sum = <One>(all: One[], of: (one: One) => number) => all.reduce((total, one) => total + of(one), 0)

/** One that its treasurer took out, or whose money is proved to have come to us. */
const isVoid = ({ isVoid, code }: Recorded, { came }: RailFacts) =>
  isVoid || came.some(({ receipt, proved }) => proved && receipt === code)

const rowOf = ({ pledges }: GroupFacts, { token }: Pledge) => {
  const hash = hashOfPledgeToken(token)
  return pledges.find((one) => one.hash === hash)
}

/** What is promised to a drive, and recorded for it. */
function besideOf({ records, pledges }: World, facts: GroupFacts, rail: RailFacts, drive: Drive) {
  const own = records.filter((one) => one.drive === drive && !isVoid(one, rail))
  const rest = pledges.map((one) => {
    const paid = rowOf(facts, one)?.paid ?? 0
    const counts = one.drive === drive && !one.isReleased && (one.agreed || !one.byGiver)
    return counts ? Math.max(0, one.amount - one.unagreed - paid) : 0
  })
  return { recorded: sum(own, ({ amount }) => amount), pledged: sum(rest, Number) }
}

/** What was acknowledged and is not so. */
export function wrongBeside(world: World, facts: GroupFacts, rail: RailFacts): string[] {
  const kept = new Map(facts.gifts.map((one) => [one.id, one]))
  const codes = world.records.filter((one) => one.code && !isVoid(one, rail)).map(({ code }) => code)
  return [
    ...world.records.flatMap((one) => {
      const row = kept.get(one.id)
      if (row?.amount === one.amount && row.isVoid === isVoid(one, rail)) return []
      return [`recorded ${one.id} of ${one.amount}, ${one.code ?? 'in cash'}, is ${JSON.stringify(row)}`]
    }),
    ...codes.filter((code, at) => codes.indexOf(code) !== at).map((code) => `${code} is recorded twice`),
    ...world.pledges.flatMap((one) => wrongPledge(world, one, rowOf(facts, one), rail)),
    ...world.drives.flatMap((drive, nr) => {
      const there = facts.beside.find(({ on }) => on === drive.id)!
      const here = besideOf(world, facts, rail, drive)
      return (['recorded', 'pledged'] as const)
        .filter((what) => there[what] !== here[what])
        .map((what) => `drive ${nr}: ${what} is ${there[what]}, not ${here[what]}`)
    }),
  ]
}

function wrongPledge(world: World, one: Pledge, row: Row | undefined, rail: RailFacts): string[] {
  if (!row) return [`acknowledged and lost: a pledge of ${one.amount}`]
  const given = givenFor(world, row.id, rail)
  const wrong = row.amount !== one.amount || (row.state === 'released') !== one.isReleased || row.paid > given.most
  // Who paid less than they promise and was told that it arrived has a part of it, once the jobs of that are done.
  const isShort = world.net.isFair && row.paid < Math.min(one.least - given.beside, given.arrived) - given.gone
  return wrong || isShort
    ? [`pledge ${row.id} is ${JSON.stringify({ ...row, given, said: { ...one, drive: '' } })}`]
    : []
}

/** The gifts that were begun for it and arrived, and what was recorded for it. */
function givenFor({ records }: World, id: number, rail: RailFacts) {
  const gifts = rail.came.filter(({ pledge }) => pledge === id)
  const arrived = sum(gifts, ({ amount }) => amount)
  const gone = sum(
    rail.gone.filter(({ known, reference }) => known && gifts.some((gift) => gift.reference === reference)),
    ({ amount }) => amount,
  )
  const own = records.filter((gift) => gift.pledge === id)
  const now = own.filter((gift) => !isVoid(gift, rail))
  // What was written down for it left no room, also where it was lowered afterwards.
  return {
    arrived,
    gone,
    most: arrived - gone + sum(now, ({ amount }) => amount),
    beside: sum(own, ({ most }) => most),
  }
}
