// A person's unsaved text, kept in their browser: a tab that closes, a phone whose battery dies or a session that ends
// must not cost an evening's work. Each tab keeps its own, so that two of them don't mix.

export type Draft = {
  html: string
  /** The version it was begun from. */
  version: number
  at: number
}
type Kept = Draft & { /** When its tab last reported; 0 when it has left. */ claimedAt: number }
export type FoundDraft = Draft & { key: string }

/** The age from which a draft is no longer what a person is working on. */
const longest = 30 * 24 * 60 * 60 * 1000
/** How long a silent tab holds its draft: one in the background reports once a minute. */
const heldFor = 75_000
export const claimedEvery = 20_000

const prefixOf = (driveId: string) => `harambee-description-${driveId}-`

/** The tab's own name, which survives a reload and the browser's recovery from a crash. */
function tab(): string {
  const known = sessionStorage.getItem('harambee-tab')
  if (known) return known
  const made = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
  sessionStorage.setItem('harambee-tab', made)
  return made
}
const ownKey = (driveId: string) => prefixOf(driveId) + tab()

/** The draft of this tab, else the newest that no other tab is busy with. */
export function draftOf(driveId: string, now: number): FoundDraft | undefined {
  return quietly(() => {
    const own = ownKey(driveId)
    const found = Object.keys(localStorage)
      .filter((key) => key.startsWith(prefixOf(driveId)))
      .flatMap((key) => {
        const kept = read(key)
        const fresh = kept && now - kept.at < longest
        return fresh && (key === own || now - kept.claimedAt > heldFor) ? [{ ...kept, key }] : []
      })
    return found.find(({ key }) => key === own) ?? found.sort((one, other) => other.at - one.at)[0]
  })
}

function read(key: string): Kept | undefined {
  // A tab that was opened before November 2026 says heldAt.
  const {
    html,
    version,
    at,
    heldAt,
    claimedAt = heldAt,
  } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Kept & { heldAt: number }>
  return typeof html === 'string' && typeof version === 'number' && typeof at === 'number'
    ? { html, version, at, claimedAt: Number(claimedAt) || 0 }
    : undefined
}

export const keepDraft = (driveId: string, draft: Draft): void =>
  quietly(() => localStorage.setItem(ownKey(driveId), JSON.stringify({ ...draft, claimedAt: draft.at })))

/** Says that this tab is still busy with its draft, or with 0 that it has left it. */
export const claimDraft = (driveId: string, claimedAt: number): void =>
  quietly(() => {
    const kept = read(ownKey(driveId))
    if (kept) localStorage.setItem(ownKey(driveId), JSON.stringify({ ...kept, claimedAt }))
  })

export const dropDraft = (driveId: string, key?: string): void =>
  quietly(() => localStorage.removeItem(key ?? ownKey(driveId)))

/** Ignores a browser that stores nothing, or that is full: then the question before leaving has to do. */
function quietly<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
