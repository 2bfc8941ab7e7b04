import { jsonOf } from '../bodies.ts'
import { all, one, type Runs } from '../database.ts'
import { spoiltCallbacks } from './callback-faults.ts'
import { momentOf, type Scene, type World } from './world.ts'

// What is posted to the product. M-Pesa posts each thing once, whatever becomes of it, and knows no signatures.

export type Callback = {
  kind: 'prompt' | 'confirmation' | 'result' | 'late'
  /** What it is about. */
  subject: string
  address: string
  body: Record<string, unknown>
  /** How long it takes, in milliseconds. */
  after?: number
}
type Row = { id: string; address: string; body: string }

/** Milliseconds that the product has for its answer. */
const patience = 30_000

/** Puts something in the line to the product, with whatever is to go wrong with it. Says the numbers of what will go out. */
export async function tellProduct(scene: Scene, runs: Runs, callback: Callback, copies = 1): Promise<string[]> {
  const { kind, subject, address } = callback
  const ids: string[] = []
  for (const { body, at } of await spoiltCallbacks(scene, runs, callback, copies)) {
    const row = await one<{ id: string }>(
      runs,
      `insert into sandbox.daraja_callbacks (kind, subject, address, body, first_at, due_at)
       values ($1, $2, $3, $4, $5, $6) returning id::text as id`,
      [kind, subject, address, jsonOf(body), scene.now, at],
    )
    ids.push(row!.id)
  }
  scene.world.onDue()
  return ids
}

/** Puts what was posted about something in the line once more. Says how many. */
export async function tellAgain(scene: Scene, subject: string): Promise<number> {
  const rows = await all(
    scene.world.pool(),
    `insert into sandbox.daraja_callbacks (kind, subject, address, body, first_at, due_at)
     select kind, subject, address, body, $2, $2 from (
       select distinct on (address, body) * from sandbox.daraja_callbacks where subject = $1 order by address, body, id
     ) as known order by id returning id`,
    [subject, scene.now],
  )
  scene.world.onDue()
  return rows.length
}

/** Posts what is due, a handful at a time; says how many. Of several processes each goes to one, and is never posted again. */
export async function deliverDue(world: World, only?: string[]): Promise<number> {
  const { now } = await momentOf(world)
  const rows = await all<Row>(
    world.pool(),
    `update sandbox.daraja_callbacks set state = 'sent' where id in (
       select id from sandbox.daraja_callbacks
       where state = 'waiting' and due_at <= $1 and ($3::bigint[] is null or id = any ($3))
       order by due_at, id limit $2 for update skip locked)
     returning id::text as id, address, body`,
    [now, world.atOnce, only ?? null],
  )
  rows.sort((a, b) => Number(a.id) - Number(b.id))
  await Promise.all(rows.map((row) => deliver(world, row)))
  return rows.length
}

async function deliver(world: World, { id, address, body }: Row) {
  const { status } = await world.post(address, body, patience).catch(() => ({ status: 0 }))
  await world.pool().query('update sandbox.daraja_callbacks set status = $2 where id = $1', [id, status])
}
