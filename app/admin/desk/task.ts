import type { RawBuilder } from 'kysely'
import type { Words } from '#app/kit/says.ts'
import type { BadgeTone } from '#app/ui/badge.tsx'

/** The words of a kind of task on the desk, and the page where the task is handled. */
export type TaskWords = {
  name: Words
  tone: BadgeTone
  place: (id: string) => string
  /** The words for the task's `title`, which is then a name: a kind of discrepancy, or a job. */
  titled?: 'discrepancy' | 'job'
  /** The words for a line that counts several things; without it a line is one. */
  counted?: (count: number) => Words
}

/** The count of a kind's waiting tasks, and their lines in order, as parts of a SQL statement. Both read the same rows. */
export type TasksWaiting = { from: RawBuilder<unknown>; oldest: RawBuilder<Task> }

export type Task = {
  /** The id of the waiting thing; comments wait under their drive's id. */
  id: string
  at: Date
  /** The deadline after which it is lost unless an administrator acts. */
  due?: Date | null
  /** In cents. */
  amount?: number | null
  /** The subject: a drive's title, a reference; for discrepancies and jobs, the kind. */
  title: string
  /** The number of things behind the line, such as the comments of one drive. */
  count?: number
}
