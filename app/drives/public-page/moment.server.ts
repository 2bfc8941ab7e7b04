import { nextAge } from '#app/kit/age.ts'
import { endOfDay } from '#app/kit/time.ts'
import { uuidOf } from '#app/platform/uuid-of.server.ts'

const tenSeconds = 10_000
const tenMinutes = 600_000
const anHour = 3_600_000

/**
 * By which the page tells how long ago something was, the key of its forms, and since when its token is good. For nobody
 * they change every now and then only: a browser that comes again is told that it has the page. Nothing on the page is
 * younger than its moment. What a form says and the visitor who sends it are part of what its key stands for.
 */
export function momentOfPage(driveId: string, forAll = false) {
  const now = Date.now()
  if (!forAll) return { now, key: crypto.randomUUID() as string, token: now }
  const token = tokenSince(driveId, now)
  return { now: Math.ceil(now / tenSeconds) * tenSeconds, key: uuidOf(`${driveId} ${token}`), token }
}

/** Each drive at a time of its own: not all pages are made anew in the same second. */
function tokenSince(driveId: string, now: number): number {
  const own = Number.parseInt(driveId.slice(0, 8), 16) % tenMinutes
  return now - ((now - own) % tenMinutes)
}

/**
 * Until when a page that is made for nobody shows the same if nothing changes: it is another day then, its token is renewed,
 * or what it says of an age is no longer true. An open page counts on from its moment; while something on it is young
 * this is near, so that it counts minutes rightly.
 */
export function sameUntil(driveId: string, { moment = 0, written = [] as Date[] } = {}): number {
  const now = new Date()
  const newest = Math.max(...written.map((at) => at.getTime()))
  const young = moment - newest < anHour ? [moment] : []
  const ages = written.map((at) => nextAge(at, now))
  return Math.min(tokenSince(driveId, now.getTime()) + tenMinutes, endOfDay(now), ...young, ...ages)
}
