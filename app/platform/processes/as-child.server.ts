import type { Database } from '#app/platform/postgres/database.server.ts'

// The facts about the other processes, for one of several below a parent. See docs/develop/decisions/0011.

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

// The messages between parent and child: a question by name, and its answer.

/** A pipe between two processes: `process` on the child's side, the child on the parent's. */
type Pipe = {
  send?(message: unknown, then: (error: Error | null) => void): unknown
  on(event: 'message', hear: (message: unknown) => void): unknown
  on(event: 'disconnect', hear: () => void): unknown
}
type Message =
  | { asks: string; of: unknown; nr: number }
  | { answers: unknown; nr: number }
  | { fails: string; nr: number }
// biome-ignore lint/suspicious/noExplicitAny: each question has its own kind of value
type Answers = Record<string, (of: any) => unknown>

/** Asks the other side, and waits for its answer as long as it takes. Fails when the other side is gone. */
export type Asks = <Answer = void>(what: string, of?: unknown) => Promise<Answer>

/** Opens the conversation. `answers` answer the other side's questions. */
export function talk(pipe: Pipe, answers: Answers): Asks {
  const open = new Map<number, { resolve: (answer: unknown) => void; reject: (why: Error) => void }>()
  let last = 0
  let isGone = false
  const send = (message: Message, then: (error: Error | null) => void = () => {}) => {
    if (isGone) then(gone())
    else pipe.send!(message, then)
  }
  const settle = (nr: number, how: 'resolve' | 'reject', value: unknown) => {
    open.get(nr)?.[how](value as Error)
    open.delete(nr)
  }
  const answer = async (asks: string, of: unknown, nr: number) => {
    try {
      send({ answers: (await answers[asks]!(of)) ?? null, nr })
    } catch (error) {
      send({ fails: (error as Error).message, nr })
    }
  }
  pipe.on('message', (said) => {
    const message = said as Message
    if ('asks' in message) void answer(message.asks, message.of, message.nr)
    else if ('fails' in message) settle(message.nr, 'reject', new Error(message.fails))
    else settle(message.nr, 'resolve', message.answers)
  })
  pipe.on('disconnect', () => {
    isGone = true
    for (const nr of [...open.keys()]) settle(nr, 'reject', gone())
  })
  return <Answer>(asks: string, of?: unknown) =>
    new Promise<Answer>((resolve, reject) => {
      const nr = ++last
      open.set(nr, { resolve: resolve as (answer: unknown) => void, reject })
      send({ asks, of: of ?? null, nr }, (error) => error && settle(nr, 'reject', error))
    })
}

const gone = () => new Error('the other process is gone')
