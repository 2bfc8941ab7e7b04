import { log } from '#app/platform/log.server.ts'
import { type Problem, problems as problemsOfSettings, problemWith } from '#app/platform/settings/settings.server.ts'

// Whether the app can serve anybody: one small state that the front page, the health addresses and the log share.

export type LifecycleState = 'starting' | 'ready' | 'broken' | 'draining'
type Hook = () => void | Promise<void>

const pause = 1000
/** In milliseconds: how often a test write is made, and sooner while writing fails. */
const asksToWrite = { well: 10_000, ill: 1000 }
/** The time limit: so many turns of this many milliseconds. A process that was busy misses turns, and does not count them. */
const patience = { turns: 10, turn: 250 }

export function newLifecycle(found: Problem[] = []) {
  let state: LifecycleState = found.length > 0 ? 'broken' : 'starting'
  let problems = found
  let ping: (() => Promise<unknown>) | undefined
  let lost: (() => void) | undefined
  let watching: NodeJS.Timeout | undefined
  let asking: Promise<boolean> | undefined
  let write: (() => Promise<unknown>) | undefined
  let writing: Promise<boolean> | undefined
  let written = { is: true, at: Number.NEGATIVE_INFINITY }
  const hooks = new Set<Hook>()

  function setState(next: LifecycleState, because: Problem[] = []) {
    if (state === 'draining' || (state === next && problems.length === because.length)) return
    state = next
    problems = because
    log[next === 'broken' ? 'error' : 'info'](
      { lifecycle: next, settings: because.map(({ name }) => name) },
      'lifecycle',
    )
  }

  /** Asks the database once a second, only for as long as it is away. */
  function watch() {
    if (watching || !ping) return
    watching = setTimeout(async () => {
      watching = undefined
      const back = await answers(ping!)
      if (state !== 'broken') return
      if (back) setState('ready')
      else {
        lost?.()
        watch()
      }
    }, pause)
    watching.unref()
  }

  return {
    state: () => state,
    problems: () => problems,
    /** True once the start was complete, whatever the state is now. */
    hasOpened: () => ping !== undefined,
    /**
     * Completes the start. From now on `how` tells whether a lost database is back, and `whenLost` is called each time it does not answer,
     * to notify those who wait for it.
     */
    ready(how?: () => Promise<unknown>, whenLost?: () => void) {
      if (how) {
        ping = how
        lost = whenLost
      }
      // Wrong settings can only be corrected by a restart.
      if (found.length === 0) setState('ready')
    },
    /** A problem has to be solved before anybody can be served. */
    broken(because: Problem[]) {
      setState('broken', because)
    },
    /** Reports an error. One of a lost database makes the app check, and close until the database is back. */
    heard(error: unknown): boolean {
      if (!isDatabaseGone(error)) return false
      void this.check()
      return true
    },
    /** True when visitors can be served now. Asks the database; simultaneous callers share one question. */
    async check(): Promise<boolean> {
      if (state !== 'ready' || !ping) return state === 'ready'
      asking ??= answers(ping)
      const isThere = await asking
      asking = undefined
      if (!isThere && state === 'ready') {
        setState('broken', [problemWith('DATABASE_URL', 'wrong')])
        lost?.()
        watch()
      }
      // The app may have begun to close meanwhile.
      return isThere && state === 'ready'
    },
    /** From now on `how` tells whether anything can be stored. */
    writesBy(how: () => Promise<unknown>) {
      write = how
    },
    /** True when something can be stored: with a full disk a database answers, but stores nothing. Asks only once in a while. */
    async canWrite(): Promise<boolean> {
      if (!write || performance.now() - written.at < (written.is ? asksToWrite.well : asksToWrite.ill))
        return written.is
      writing ??= answers(write).then((is) => {
        if (is !== written.is) log[is ? 'info' : 'error']({ writes: is }, 'lifecycle')
        written = { is, at: performance.now() }
        writing = undefined
        return is
      })
      return writing
    },
    /** Runs when the app stops taking visitors: owners of open connections end them here. */
    onDrain(hook: Hook) {
      hooks.add(hook)
      return () => hooks.delete(hook)
    },
    /** The app is closing: readiness goes red at once, open streams end. */
    async drain() {
      if (state === 'draining') return
      setState('draining')
      clearTimeout(watching)
      await Promise.allSettled([...hooks].map(async (hook) => hook()))
    },
  }
}

/** True when the database answers in time: one that hangs counts as gone. */
function answers(ping: () => Promise<unknown>): Promise<boolean> {
  let bound: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    let turns = 0
    bound = setInterval(() => ++turns === patience.turns && resolve(false), patience.turn)
    bound.unref()
  })
  const asked = ping().then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late]).finally(() => clearInterval(bound))
}

export type House = ReturnType<typeof newLifecycle>
export const lifecycle = newLifecycle(problemsOfSettings)

/** Codes of Postgres and of the network that mean, for any statement: there is no database to talk to, none with room, or a standby. */
const goneCodes =
  /^(08...|25006|57P0[1-5]|53[123]00|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOENT|EMFILE|ENFILE)$/
const goneWords =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|the database is not connected|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end/

/** True when an error says that the database can't be reached, rather than that it refused something. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A visitor who leaves in the middle of a form resets a connection too.
  if (error.message === 'aborted') return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // These codes may be about any file.
  if (code && /^(ENOENT|EMFILE|ENFILE)$/.test(code)) return syscall === 'connect'
  if (code && goneCodes.test(code)) return true
  if (goneWords.test(error.message)) return true
  return error instanceof AggregateError && error.errors.some(isDatabaseGone)
}
