import type { Database } from '#app/platform/postgres/database.server.ts'
import { type Asks, talk } from './talk.ts'

// The facts about the other processes, for one of several below a parent. See docs/decisions/0046.

/** The message that a child gets when it is started. */
export type ChildPost = {
  /** The name in the log and in metrics: 'web 1', 'worker'. */
  name: string
  /** The number of processes that answer visitors. */
  webs: number
  /** True for the child that does what is done once, such as making the examples. */
  isFirst: boolean
  /** True if others serve already: this one listens only when it can serve, too. */
  isLate: boolean
}
/** The database that the parent has opened. */
export type ChildPlan = Pick<Database, 'url' | 'role'> & { visitors: number }

type Orders = {
  /** The parent wants it to close; at once if the parent is gone. */
  stop: (isAlone: boolean) => void
  /** The parent can't reach the database. */
  noDatabase: () => void
  /** Returns this process's metrics. */
  figures: () => Promise<unknown>
}

let post: ChildPost | undefined
let ask: Asks | undefined

/** Returns this process's place among several; undefined when it is the only one. */
export const thePost = (): ChildPost | undefined => post
/** Returns how many processes on this machine answer visitors. */
export const websHere = (): number => post?.webs ?? 1

/** Makes this process one of several. */
export function becomeChild(own: ChildPost, orders: Orders): void {
  post = own
  ask = talk(process as Parameters<typeof talk>[0], {
    stop: () => orders.stop(false),
    'no-database': orders.noDatabase,
    figures: orders.figures,
    'are-you-there': () => true,
  })
  process.on('disconnect', () => orders.stop(true))
}

/** Asks the parent. */
export const askParent: Asks = (what, of) => ask!(what, of)
