import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Refusal } from '#app/kit/says.ts'
import { type Db, db } from '#app/platform/db.server.ts'
import { brokenBooks } from './books.ts'
import { dieEverywhere } from './crash.ts'

// Changes that leave all or nothing, wherever the process dies: done again, each comes to its one end.

type Change<About> = {
  begin: () => Promise<About>
  does: (on: Db, about: About) => Promise<unknown>
  /** Reads what is there: asked when the process is dead, and when the change was done again. */
  leaves: (about: About) => Promise<unknown>
  from: unknown
  to: unknown
  /** A change of more than one transaction leaves this between two of them. */
  between?: unknown[]
}

/** A refusal is an answer: the change was done before. */
const unlessRefused = (error: unknown) => {
  if (!(error instanceof Refusal)) throw error
}

export const allOrNothing = <About>(name: string, { begin, does, leaves, from, to, between = [] }: Change<About>) =>
  test(name, { timeout: 240_000 }, async () => {
    await dieEverywhere({
      begin,
      formAction: ({ db: mortal }, about) => does(mortal, about).catch(unlessRefused),
      after: async (about, how) => {
        const left = await leaves(about)
        expect(how === 'it lived' ? [to] : [from, ...between, to], how).toContainEqual(left)
        for (let time = 0; time < 2; time++) await does(db, about).catch(unlessRefused)
        expect(await leaves(about), how).toEqual(to)
        expect(await brokenBooks(db), how).toEqual([])
      },
    })
  })

/** How many jobs of a name carry this. */
export async function queued(name: string, carries: object): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${name} and j.payload::jsonb @> ${JSON.stringify(carries)}::jsonb`.execute(db)
  return rows[0]!.many
}
