import type { LiveLine, LiveMessage } from './live-line.ts'

// The facts of a static page that React has not taken over yet, and the state that it hands over when a touch loads React. See
// app/static-page.ts.

/** The facts in the page's markup. */
export type PageFacts = {
  /** The drive on the page. */
  drive?: string
  /** The token to report the view with; left out if views are not counted. */
  token?: string
  /** The figures as the server rendered them. Without them any news renews the page's parts. */
  shows?: {
    goal: number
    raised: number
    donors: number
    comments: number
    newestComment: number
    version: string
    /** The number of the newest gift. */
    newest: number
    /** The open list, whose entries come with the page. */
    list: 'comments' | 'donations' | null
  }
  /** The name of the stored draft, to be put back. */
  draft?: string
  /** Words with '#' in place of a number, and the names of other placeholders. */
  words?: Record<'donor' | 'donors' | 'gifts' | 'gave' | 'someone' | 'percent' | 'little', string>
}

type Handover = {
  line?: LiveLine
  topic?: string
  /** The last message of the topic over the connection. */
  heard?: LiveMessage | undefined
  leave?: (() => void) | undefined
  /** The point up to which arriving gifts were announced to screen readers. */
  said?: unknown
  /** The view has been reported: its result. */
  counted?: { drive: string; view: Promise<string | undefined> } | undefined
  /** Undoes what only the page's script showed, so that React finds the server's rendering. */
  giveBack?: () => void
}

export const handover = (): Handover | undefined => (globalThis as { handover?: Handover }).handover

/** Creates the state, for the script of the static page. */
export function newHandover(): Handover {
  const begun: Handover = {}
  ;(globalThis as { handover?: Handover }).handover = begun
  return begun
}

/** Works once: a later visit to this drive is reported again. */
export function takeCounted(drive: string): Promise<string | undefined> | undefined {
  const { counted } = handover() ?? {}
  if (counted?.drive !== drive) return undefined
  handover()!.counted = undefined
  return counted.view
}

/** Works once. */
export function takeSaid<Said>(): Said | undefined {
  const { said } = handover() ?? {}
  if (said) handover()!.said = undefined
  return said as Said | undefined
}

/** Works once, for the first part of the page that listens to the topic: returns the last message, and ends the old listener. */
export function takeOver(topics: string): LiveMessage | undefined {
  const { heard, leave } = handover() ?? {}
  if (!leave || !topics.split(' ').includes(handover()!.topic ?? '')) return undefined
  leave()
  Object.assign(handover()!, { heard: undefined, leave: undefined })
  return heard
}

/**
 * Returns `near`, which resolves when a finger is near a sheet's button, or the keyboard is on it: a static page has many visitors, and
 * loads the sheet's content only then. Other pages load it after everything else.
 */
export function whenNear() {
  let come = () => {}
  const near = handover() ? new Promise<void>((resolve) => (come = resolve)) : Promise.resolve()
  return { near, come: () => come() }
}
