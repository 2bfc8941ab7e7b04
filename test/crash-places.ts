// Places for a process to die at. Without its commit a transaction leaves nothing, so one place in it is as good as another; a
// read leaves nothing either.

/** A statement of a connection, or a word with the provider, which has none. */
export type Step = { what: string; on?: object | undefined }

/** Before or after a step, which is known by its words and how often they came: a first life may read more than later ones. */
export type Place = { what: string; nth: number; how: 'before' | 'after' }

/** All there are. */
export const everyPlace = (steps: Step[]): Place[] =>
  (['before', 'after'] as const).flatMap((how) => steps.map((_, at) => placeOf(steps, at, how)))

function placeOf(steps: Step[], at: number, how: Place['how']): Place {
  const { what } = steps[at]!
  return { what, nth: steps.slice(0, at + 1).filter((one) => one.what === what).length, how }
}

/**
 * Those that can leave something else: around each word with a provider, each commit and each write outside of a transaction,
 * and the middle of each transaction. Steps that repeat are taken once.
 */
export function distinctPlaces(steps: Step[]): Place[] {
  const open = new Map<object, number[]>()
  const places = new Map<string, Place>()
  const add = (at: number, how: Place['how'], kind: string) => {
    if (!places.has(`${how} ${kind}`)) places.set(`${how} ${kind}`, placeOf(steps, at, how))
  }
  const around = (at: number, kind: string) => {
    add(at, 'before', kind)
    add(at, 'after', kind)
  }
  const ended = (at: number, inside: number[]) => {
    const said = inside.map((one) => steps[one]!.what)
    if (said.every(isRead)) return
    add(inside[Math.floor(inside.length / 2)]!, 'before', `in ${said}`)
    if (isCommit.test(steps[at]!.what)) around(at, `commit of ${said}`)
  }
  for (const [at, { what, on }] of steps.entries()) {
    const inside = on && open.get(on)
    if (!on) around(at, what)
    else if (isBegin.test(what)) open.set(on, [])
    else if (!inside) isRead(what) || around(at, what)
    else if (isCommit.test(what) || isRollback.test(what)) {
      open.delete(on)
      ended(at, inside)
    } else inside.push(at)
  }
  return [...places.values()]
}

const isBegin = /^(begin|start transaction)\b/i
const isCommit = /^commit\b/i
const isRollback = /^rollback$/i
const isRead = (what: string) => /^(\/\*.*?\*\/)? ?(select|with)\b/i.test(what) && !writes.test(what)
/** The last are functions of the database. */
const writes = /\b(insert|update|delete|merge|add_work|take_tries|giver_at|leave_giver|forget_phones_left)\b/i
