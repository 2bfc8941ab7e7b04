import { all, one, type Runs, together } from '../database.ts'
import { orderOf, tellLate } from './orders.ts'
import { end, timeOut } from './paying.ts'
import { pay } from './payouts.ts'
import { giveBack } from './reversals.ts'
import { momentOf, type Scene, type World } from './world.ts'

// What becomes of things by themselves, at its time of the pretend clock.

type Due = { due_at: Date; noun: string; subject: string; becomes: string }

/** Lets everything happen whose time has come, oldest first; says how much that was. */
export async function ripen(world: World): Promise<number> {
  const scene = await momentOf(world)
  for (let done = 0; ; done++) {
    const happened = await together(world, async (tx) => {
      const due = await one<Due>(
        tx,
        `delete from sandbox.daraja_later where id = (
           select id from sandbox.daraja_later where due_at <= $1 order by due_at, id limit 1 for update skip locked)
         returning due_at, noun, subject, becomes`,
        [scene.now],
      )
      if (due) await happen({ ...scene, now: due.due_at }, tx, due)
      return due !== undefined
    })
    if (!happened) return done
  }
}

async function happen(scene: Scene, tx: Runs, { noun, subject, becomes }: Due) {
  if (noun === 'order') await goOn(scene, tx, subject, becomes)
  else if (becomes === 'timed-out') await timeOut(scene, tx, subject)
  else await end(scene, tx, subject, Number(becomes))
}

/** An order that took long goes on. */
async function goOn(scene: Scene, tx: Runs, conversation: string, becomes: string): Promise<void> {
  const order = await orderOf(tx, 'conversation', conversation)
  if (!order || order.code !== null) return
  if (becomes !== 'done') return tellLate(scene, tx, order)
  await (order.kind === 'reversal' ? giveBack(scene, tx, order) : pay(scene, tx, order))
}

/** Milliseconds until something is due, as the pretend clock counts; undefined when nothing is. */
export async function nextDue(world: World): Promise<number | undefined> {
  const scene = await momentOf(world)
  const [row] = await all<{ at: Date | null }>(
    world.pool(),
    `select least((select min(due_at) from sandbox.daraja_later),
       (select min(due_at) from sandbox.daraja_callbacks where state = 'waiting')) as at`,
  )
  return row?.at ? row.at.getTime() - scene.now.getTime() : undefined
}
