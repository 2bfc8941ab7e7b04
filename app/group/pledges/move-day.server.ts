import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { nextReminder } from './remind-at.ts'

/** Another day, with its own reminders where there are any. What waits for a yes waits on. */
export async function moveDay(tx: Tx, id: number, dueOn: string): Promise<void> {
  const next = nextReminder(dueOn, new Date())?.at ?? null
  await tx
    .updateTable('pledges')
    .set({
      due_on: dueOn,
      remind_at: sql<Date>`case when stopped_at is null and (agreed or (source <> 'giver' and remind_at is not null))
        then ${next}::timestamptz else remind_at end`,
    })
    .where('id', '=', id)
    .where(sql<boolean>`due_on is distinct from ${dueOn}::date`)
    .execute()
}
