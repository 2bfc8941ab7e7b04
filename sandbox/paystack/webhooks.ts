import { createHmac } from 'node:crypto'
import { jsonOf } from '../bodies.ts'
import { all, one, type Runs } from '../database.ts'

import { webhookFaults } from './webhook-faults.ts'
import { momentOf, type Scene, type World } from './world.ts'

// Events posted to the product: signed, stored, tried again until they are taken or three days are over.

export type Event = { event: string; data: Record<string, unknown> }
type Row = { id: string; body: string; signature: string | null; tries: number; age: string }

const minute = 60_000
const hour = 60 * minute
/** The pause after the n-th try in vain. */
const pauseAfter = (tries: number) => (tries <= 4 ? 3 * minute : hour)
const givenUpAfter = 72 * hour
/** Real time that the product has for its answer. */
const patience = 30_000

const signatureOf = (body: string, key: string) => createHmac('sha512', key).update(body).digest('hex')

/** Puts an event in the line to the product, with whatever is to go wrong with it. */
export async function tellProduct(
  scene: Scene,
  runs: Runs,
  subject: string,
  event: Event,
  copies = 1,
): Promise<string[]> {
  const ids: string[] = []
  for (const sent of await webhookFaults(scene, runs, event, copies)) {
    const body = jsonOf(sent.event)
    const key = sent.key ?? scene.world.key()
    const signature = sent.signature ?? signatureOf(body, key)
    const row = await one<{ id: string }>(
      runs,
      `insert into sandbox.paystack_webhooks (event, subject, body, signature, first_at, due_at)
       values ($1, $2, $3, $4, $5, $5) returning id::text as id`,
      [sent.event.event, subject, body, signature === 'none' ? null : signature, sent.at],
    )
    ids.push(row!.id)
  }
  scene.world.onDue()
  return ids
}

/** Puts the same bytes in the line once more: all of something, or the one by its number. Says how many. */
export async function sendAgain(
  scene: Scene,
  { id, subject }: { id?: string | undefined; subject?: string | undefined },
): Promise<number> {
  const rows = await all(
    scene.world.pool(),
    `insert into sandbox.paystack_webhooks (event, subject, body, signature, first_at, due_at)
     select event, subject, body, signature, $3, $3 from (
       select distinct on (body) * from sandbox.paystack_webhooks where id::text = $1 or subject = $2 order by body, id
     ) as known order by id returning id`,
    [id ?? null, subject ?? null, scene.now],
  )
  scene.world.onDue()
  return rows.length
}

/** Delivers what is due, a handful at a time; says how many were posted. Of several processes each event goes to one. */
export async function deliverDue(world: World, only?: string[]): Promise<number> {
  const scene = await momentOf(world)
  const rows = await all<Row>(
    world.pool(),
    `update sandbox.paystack_webhooks set claimed_until = clock_timestamp() + interval '45 seconds', tries = tries + 1
     where id in (
       select id from sandbox.paystack_webhooks
       where state = 'waiting' and due_at <= $1 and (claimed_until is null or claimed_until < clock_timestamp())
         and ($3::bigint[] is null or id = any ($3))
       order by due_at, id limit $2 for update skip locked)
     returning id::text as id, body, signature, tries, (extract(epoch from $1 - first_at) * 1000)::text as age`,
    [scene.now, world.atOnce, only ?? null],
  )
  rows.sort((a, b) => Number(a.id) - Number(b.id))
  await Promise.all(rows.map((row) => deliver(scene, row)))
  return rows.length
}

async function deliver(scene: Scene, { id, body, signature, tries, age }: Row) {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'user-agent': 'Paystack/sandbox' }
  if (signature !== null) headers['x-paystack-signature'] = signature
  const bound = new Promise<number>((resolve) => setTimeout(() => resolve(0), patience).unref())
  const status = await Promise.race([scene.world.post(body, headers).catch(() => 0), bound])
  const over = Number(age) * scene.scale >= givenUpAfter
  const state = status === 200 ? 'taken' : over ? 'given-up' : 'waiting'
  await scene.world
    .pool()
    .query(
      `update sandbox.paystack_webhooks set state = $2, last_status = $3, due_at = $4, claimed_until = null where id = $1`,
      [id, state, status, new Date(scene.now.getTime() + pauseAfter(tries) / scene.scale)],
    )
}
