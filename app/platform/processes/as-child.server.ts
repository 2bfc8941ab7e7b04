import cluster from 'node:cluster'
import os from 'node:os'
import { log } from '#app/platform/log.server.ts'
import type { Database } from '#app/platform/postgres/database.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'

// One of several processes below a parent. See docs/develop/decisions/0011.

/** The facts that a child gets as its argument when it is started. */
export type ChildPost = {
  /** The name in the log and in metrics: 'web 1', 'worker'. */
  name: string
  /** True for the child that does what is done once, such as making the examples. */
  isFirst: boolean
  /** True if others serve already: this one listens only when it can serve, too. */
  isLate: boolean
}
/** The database that the parent has opened. */
export type ChildPlan = Pick<Database, 'url' | 'role'> & { visitors: number }
export type FromParent = { plan?: ChildPlan; noDatabase?: true; figures?: string }
export type FromChild = 'database' | 'serves' | 'beat' | 'figures'

type Orders = {
  /** The parent wants it to close, or is gone. */
  stop: () => void
  /** The parent can't reach the database. */
  noDatabase: () => void
}

const post: ChildPost | undefined = cluster.isWorker ? JSON.parse(process.argv[2]!) : undefined
const plan = Promise.withResolvers<ChildPlan>()
let asked: PromiseWithResolvers<string> | undefined

/** Returns this process's place among several; undefined when it is the only one. */
export const thePost = (): ChildPost | undefined => post
/** Returns how many processes on this machine answer visitors. */
export const websHere = (): number => (post ? settings.webs : 1)
/** Returns the database that the parent has opened. */
export function thePlan(): Promise<ChildPlan> {
  tellParent('database')
  return plan.promise
}
/** A parent that is gone hears nothing. */
export const tellParent = (what: FromChild): unknown => process.connected && process.send!(what, () => {})

/** Returns the metrics of all processes. */
export function allFigures(): Promise<string> {
  if (!asked) {
    asked = Promise.withResolvers()
    tellParent('figures')
  }
  return asked.promise
}

/** In milliseconds. One that is silent for a minute hangs. */
export const heartbeat = 5000
/** In milliseconds. An orderly end takes ten seconds at most, and two before it behind a proxy. */
export const longestEnd = 20_000
/** Each step is a fifth less of a busy processor: a third is left, so that nothing the worker waits for times out. */
const steps = 5

/** Makes this process one of several. */
export function becomeChild({ stop, noDatabase }: Orders): ChildPost {
  if (!post) throw new Error('this process has no parent')
  // The parent orders the end by closing the line, as its own end does. Else the cluster would end this process at once.
  cluster.worker!.exitedAfterDisconnect = true
  process.on('disconnect', () => {
    setTimeout(() => process.exit(1), longestEnd).unref()
    stop()
  })
  process.on('message', (said: FromParent) => {
    if (said.plan) plan.resolve(said.plan)
    if (said.noDatabase) noDatabase()
    if (said.figures === undefined) return
    asked?.resolve(said.figures)
    asked = undefined
  })
  setInterval(() => tellParent('beat'), heartbeat).unref()
  if (!settings.answers) beNice()
  return post
}

/** Lowers the priority: the work can wait for the processes that answer visitors. */
function beNice() {
  try {
    os.setPriority(Math.min(19, os.getPriority() + steps))
  } catch (error) {
    log.debug({ err: error }, 'a process keeps its priority')
  }
}
