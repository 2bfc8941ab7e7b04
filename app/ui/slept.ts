import type { LiveLine, LiveMessage } from './live-line.ts'

// The data of a page that is not hydrated yet, and the state that it hands over to the hydrated page when it is touched. See
// app/asleep.ts.

/** The data in the page's markup. */
export type Sleep = {
  /** The drive on the page. */
  drive?: string
  /** The token to report the view with; left out if views are not counted. */
  token?: string
  /** The figures as the server rendered them. Without them any news hydrates the page. */
  shows?: {
    goal: number
    raised: number
    donors: number
    comments: number
    newestComment: number
    version: string
    /** The number of the newest gift. */
    newest: number
    /** The open list, which only the hydrated page can keep up to date. */
    list: 'comments' | 'donations' | null
  }
  /** The name of the stored draft, to be put back. */
  draft?: string
  /** Words with '#' in place of a number, and the names of other placeholders. */
  words?: Record<'donor' | 'donors' | 'gifts' | 'gave' | 'someone' | 'percent' | 'little', string>
}

type Slept = {
  line?: LiveLine
  topic?: string
  /** The last message of the topic over the connection. */
  heard?: LiveMessage | undefined
  leave?: (() => void) | undefined
  /** The point up to which arriving gifts were announced to screen readers. */
  said?: unknown
  /** The view has been reported: its result. */
  counted?: { drive: string; view: Promise<string | undefined> } | undefined
  /** Undoes what only this script showed, so that React finds the server's rendering. */
  giveBack?: () => void
}

export const slept = (): Slept | undefined => (globalThis as { slept?: Slept }).slept

/** Creates the state, for the page that is not hydrated yet. */
export function sleep(): Slept {
  const begun: Slept = {}
  ;(globalThis as { slept?: Slept }).slept = begun
  return begun
}

/** Works once: a later visit to this drive is reported again. */
export function takeCounted(drive: string): Promise<string | undefined> | undefined {
  const { counted } = slept() ?? {}
  if (counted?.drive !== drive) return undefined
  slept()!.counted = undefined
  return counted.view
}

/** Works once. */
export function takeSaid<Said>(): Said | undefined {
  const { said } = slept() ?? {}
  if (said) slept()!.said = undefined
  return said as Said | undefined
}

/** Works once, for the first part of the page that listens to the topic: returns the last message, and ends the old listener. */
export function takeOver(topics: string): LiveMessage | undefined {
  const { heard, leave } = slept() ?? {}
  if (!leave || !topics.split(' ').includes(slept()!.topic ?? '')) return undefined
  leave()
  Object.assign(slept()!, { heard: undefined, leave: undefined })
  return heard
}

/**
 * Returns `near`, which resolves when a finger is near a sheet's button, or the keyboard is on it: a page hydrated on touch has many
 * visitors, and loads the sheet's content only then. Other pages load it after everything else.
 */
export function whenNear() {
  let come = () => {}
  const near = slept() ? new Promise<void>((resolve) => (come = resolve)) : Promise.resolve()
  return { near, come: () => come() }
}
