import { endOfDay, nextAge } from '#app/kit/time.ts'
import { uuidOf } from '#app/platform/jobs/sent-once.server.ts'

const tenSeconds = 10_000
const tenMinutes = 600_000
const anHour = 3_600_000

/**
 * Returns the moment that the page's ages count from, the key of its forms, and since when its token is good. On a
 * cached page they change only now and then: a browser that comes again is told that it has the page. Nothing on the
 * page is younger than its moment. The key counts together with the form's content and its visitor.
 */
export function momentOfPage(driveId: string, forAll = false) {
  const now = Date.now()
  if (!forAll) return { now, key: crypto.randomUUID() as string, token: now }
  const token = tokenSince(driveId, now)
  return { now: Math.ceil(now / tenSeconds) * tenSeconds, key: uuidOf(`${driveId} ${token}`), token }
}

/** Gives each drive a time of its own: not all pages are made again in the same second. */
function tokenSince(driveId: string, now: number): number {
  const own = Number.parseInt(driveId.slice(0, 8), 16) % tenMinutes
  return now - ((now - own) % tenMinutes)
}

/**
 * Returns until when a cached page stays the same if nothing changes: a new day begins, its token is renewed, or an age
 * on it is no longer true. An open page counts on from its moment; while something on it is young, that moment is the
 * end, so that it counts minutes rightly.
 */
export function sameUntil(driveId: string, { moment = 0, written = [] as Date[] } = {}): number {
  const now = new Date()
  const newest = Math.max(...written.map((at) => at.getTime()))
  const young = moment - newest < anHour ? [moment] : []
  const ages = written.map((at) => nextAge(at, now))
  return Math.min(tokenSince(driveId, now.getTime()) + tenMinutes, endOfDay(now), ...young, ...ages)
}
