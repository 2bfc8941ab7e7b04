import type { Database } from '#app/platform/postgres/database.server.ts'
import { type Asks, talk } from './talk.ts'

// What a process knows of the others when it is one of several below a parent. See docs/decisions/0046.

/** What a child is told when it is started. */
export type ChildPost = {
  /** By which the log and the figures name it: 'web 1', 'worker'. */
  name: string
  /** How many answer visitors. */
  webs: number
  /** One of them does what is done once, such as making the examples. */
  isFirst: boolean
  /** Others serve already: it listens only when it can serve, too. */
  isLate: boolean
}
/** The database that the parent has opened. */
export type ChildPlan = Pick<Database, 'url' | 'role'> & { visitors: number }

type Orders = {
  /** The parent wants it to close; at once where the parent is gone. */
  stop: (isAlone: boolean) => void
  /** The parent can't reach the database. */
  noDatabase: () => void
  /** What it has counted. */
  figures: () => Promise<unknown>
}

let post: ChildPost | undefined
let ask: Asks | undefined

/** What this process is among several; undefined when it is the only one. */
export const thePost = (): ChildPost | undefined => post
/** How many processes on this machine answer visitors. */
export const websHere = (): number => post?.webs ?? 1

/** From now on this process is one of several. */
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
