import { all, one, type Runs, together } from '../database.ts'
import * as disputes from './disputes.ts'
import { fail, succeed } from './pay.ts'
import * as refunds from './refunds.ts'
import * as transfers from './transfers.ts'
import { momentOf, type Scene, type World } from './world.ts'

// What becomes of things by themselves, at its time of the pretend clock.

type Due = { id: string; due_at: Date; noun: string; subject: string; becomes: string; why: string | null }

/** Lets everything happen whose time has come, oldest first; says how much that was. */
export async function ripen(world: World): Promise<number> {
  const scene = await momentOf(world)
  for (let done = 0; ; done++) {
    const happened = await together(world, async (tx) => {
      const due = await one<Due>(
        tx,
        `delete from sandbox.paystack_later where id = (
           select id from sandbox.paystack_later where due_at <= $1 order by due_at, id limit 1 for update skip locked)
         returning id::text as id, due_at, noun, subject, becomes, why`,
        [scene.now],
      )
      if (due) await happen({ ...scene, now: due.due_at }, tx, due)
      return due !== undefined
    })
    if (!happened) return done
  }
}

async function happen(scene: Scene, tx: Runs, { noun, subject, becomes, why }: Due) {
  if (noun === 'payment') {
    if (becomes === 'success') await succeed(scene, tx, subject)
    else await fail(tx, subject, why)
  }
  if (noun === 'transfer') await transfers.become(scene, tx, subject, becomes as 'reversed')
  if (noun === 'refund') await refunds.become(scene, tx, subject, becomes as 'processed')
  if (noun === 'dispute') await disputes.happen(scene, tx, subject, becomes)
}

/** Milliseconds until something is due, as the pretend clock counts; undefined when nothing is. */
export async function nextDue(world: World): Promise<number | undefined> {
  const scene = await momentOf(world)
  const [row] = await all<{ at: Date | null }>(
    world.pool(),
    `select least((select min(due_at) from sandbox.paystack_later),
       (select min(due_at) from sandbox.paystack_webhooks where state = 'waiting')) as at`,
  )
  return row?.at ? row.at.getTime() - scene.now.getTime() : undefined
}
