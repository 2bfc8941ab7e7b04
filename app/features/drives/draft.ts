// What somebody is writing, kept in their browser until it is saved: a tab that closes, a phone whose battery dies or a
// session that ends must not cost an evening's work.

export type Draft = { html: string /** The version it was begun from. */; version: number; at: number }

/** Older than this it is no longer what somebody is in the middle of. */
const longest = 30 * 24 * 60 * 60 * 1000

const keyOf = (driveId: string) => `harambee-description-${driveId}`

export function draftOf(driveId: string, now: number): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(driveId)) ?? 'null') as Partial<Draft> | null
    const { html, version, at } = draft ?? {}
    if (typeof html !== 'string' || typeof version !== 'number' || typeof at !== 'number') return undefined
    return now - at < longest ? { html, version, at } : undefined
  } catch {
    // A browser that keeps nothing, or something else under this name.
    return undefined
  }
}

export function keepDraft(driveId: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(driveId), JSON.stringify(draft))
  } catch {
    // Full or forbidden: then the question before leaving has to do.
  }
}

export function dropDraft(driveId: string): void {
  try {
    localStorage.removeItem(keyOf(driveId))
  } catch {}
}
