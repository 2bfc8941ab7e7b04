import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { log } from '#app/platform/log.server.ts'
import { productFolder } from '#app/platform/postgres/place.server.ts'
import { type Asks, type ChildPost, talk } from './as-child.server.ts'

// A child as its parent sees it: started, and started again when it dies.

type Answers = Parameters<typeof talk>[1]
export type Child = {
  readonly post: ChildPost
  ask: Asks
  /** Returns how often it was started. */
  starts: () => number
  isUp: () => boolean
  /** Makes it close in order; one that does not is killed. Resolves when it has ended. */
  stop(): Promise<void>
}
type Options = {
  /** Makes the message for each start. */
  post: () => ChildPost
  env: NodeJS.ProcessEnv
  /** True if it works only when no other process wants the processor. */
  isNice: boolean
  answers: (child: Child) => Answers
  /** Called when it has died, not by our will. False: it is not started again. */
  whenGone: (child: Child, code: number | null) => boolean
  program?: string
}

const program = path.join(productFolder, 'scripts/child.ts')
/** In milliseconds. One that runs for a while counts as healthy again. */
const pauses = { first: 100, longest: 30_000, wellAfter: 60_000 }
/** In milliseconds. An orderly end takes ten seconds at most, and two before it behind a proxy. */
const longestEnd = 20_000
/** A child that has not answered for so many turns of this many milliseconds hangs. A parent that slept has missed them, too. */
const patience = { turns: 12, turn: 5000 }

export function keepChild(options: Options): Child {
  let running: ChildProcess | undefined
  let ask: Asks = () => Promise.reject(new Error('it does not run'))
  let starts = 0
  let faults = 0
  let stopping = false
  let again: NodeJS.Timeout | undefined
  let post = options.post()
  const ended = Promise.withResolvers<void>()
  const child: Child = {
    get post() {
      return post
    },
    ask: (what, of) => ask(what, of),
    starts: () => starts,
    isUp: () => running !== undefined,
    stop,
  }
  const answers = options.answers(child)

  function start() {
    const began = Date.now()
    starts++
    post = options.post()
    const own = fork(options.program ?? program, [JSON.stringify(post)], { env: options.env })
    running = own
    ask = talk(own as Parameters<typeof talk>[0], answers)
    if (options.isNice) beNice(own)
    const watching = watch(own, ask)
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      clearInterval(watching)
      running = undefined
      if (Date.now() - began > pauses.wellAfter) faults = 0
      gone(code, signal)
    }
    own.once('exit', end)
    own.on('error', (error) => {
      log.error({ err: error, process: post.name }, 'a process could not be started')
      // The system has no room for the process at this moment: then there is no exit event, either.
      if (own.pid === undefined) end(null, null)
    })
  }

  function gone(code: number | null, signal: NodeJS.Signals | null) {
    if (stopping || !options.whenGone(child, code)) return ended.resolve()
    const wait = Math.min(pauses.longest, pauses.first * 2 ** faults++)
    log.error({ process: post.name, code, signal, wait }, 'a process is gone and starts again')
    again = setTimeout(start, wait)
  }

  async function stop() {
    if (!stopping && !running) ended.resolve()
    stopping = true
    clearTimeout(again)
    const late = setTimeout(() => running?.kill('SIGKILL'), longestEnd)
    ask('stop').catch(() => {})
    await ended.promise
    clearTimeout(late)
  }

  start()
  return child
}

/** Checks that it still answers, once it has opened; one that hangs is killed, and then starts again. */
function watch(own: ChildProcess, ask: Asks) {
  let missed = Number.NEGATIVE_INFINITY
  return setInterval(() => {
    if (++missed >= patience.turns) {
      log.error({ pid: own.pid }, 'a process hangs and is ended')
      own.kill('SIGKILL')
    }
    ask('are-you-there').then(
      () => {
        missed = 0
      },
      () => {},
    )
  }, patience.turn).unref()
}

/** Each step is a fifth less of a busy processor: a third is left, so that nothing it waits for times out. */
const steps = 5

/** Lowers its priority: its work can wait for the processes that answer visitors. */
function beNice({ pid }: ChildProcess) {
  try {
    if (pid) os.setPriority(pid, Math.min(19, os.getPriority() + steps))
  } catch (error) {
    log.debug({ err: error }, 'a process keeps its priority')
  }
}
