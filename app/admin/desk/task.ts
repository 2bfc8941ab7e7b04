import type { RawBuilder } from 'kysely'
import type { Words } from '#app/kit/says.ts'
import type { BadgeTone } from '#app/ui/badge.tsx'

/** What a kind of task says on the desk, and where it is dealt with. */
export type TaskWords = {
  name: Words
  tone: BadgeTone
  place: (id: string) => string
  /** Its title is the name of one of these, for which there are words. */
  titled?: 'difference' | 'job'
  /** How many stand behind a line; without it a line is one. */
  counted?: (count: number) => Words
}

/** How much of a kind waits, and the lines of it in their order, as parts of a statement. Both are of the same rows. */
export type TasksWaiting = { from: RawBuilder<unknown>; oldest: RawBuilder<Task> }

export type Task = {
  /** The number of what waits; comments wait under their drive's. */
  id: string
  at: Date
  /** When it is lost unless a person does something. */
  due?: Date | null
  /** In cents. */
  amount?: number | null
  /** What it is about: a drive's title, a reference; of differences and jobs the kind. */
  title: string
  /** How many stand behind it, such as the comments of one drive. */
  count?: number
}
