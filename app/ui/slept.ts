import type { LiveLine, LiveMessage } from './live-line.ts'

// What a page that sleeps has to know, and what it hands over to the page that it becomes when it is touched. See
// app/asleep.ts.

/** Written into the page where it says that it sleeps. */
export type Sleep = {
  /** The drive that it shows. */
  drive?: string
  /** With it the page tells that it is seen; left out where that is not counted. */
  token?: string
  /** The figures as the server has drawn them. Without them any news wakes the page. */
  shows?: {
    goal: number
    raised: number
    donors: number
    comments: number
    newestComment: number
    version: string
    /** The number of the newest gift. */
    newest: number
    /** The list that is open, which only the page itself can keep true. */
    list: 'comments' | 'donations' | null
  }
  /** What was typed is kept under this name, to be put back. */
  draft?: string
  /** With '#' in the place of a number, and the names of what else is filled in. */
  words?: Record<'donor' | 'donors' | 'gifts' | 'gave' | 'someone' | 'percent' | 'little', string>
}

type Slept = {
  line?: LiveLine
  topic?: string
  /** What was heard last of the topic over the line. */
  heard?: LiveMessage | undefined
  leave?: (() => void) | undefined
  /** Until where the arriving gifts were told to the person who can't see them. */
  said?: unknown
  /** That the drive was seen is told: what came of it. */
  counted?: { drive: string; view: Promise<string | undefined> } | undefined
  /** Takes back what only the sleeping page showed, so that React finds what the server has drawn. */
  giveBack?: () => void
}

export const slept = (): Slept | undefined => (globalThis as { slept?: Slept }).slept

/** For the page that falls asleep. */
export function sleep(): Slept {
  const begun: Slept = {}
  ;(globalThis as { slept?: Slept }).slept = begun
  return begun
}

/** Once: a person who comes to this drive again later is told of again. */
export function takeCounted(drive: string): Promise<string | undefined> | undefined {
  const { counted } = slept() ?? {}
  if (counted?.drive !== drive) return undefined
  slept()!.counted = undefined
  return counted.view
}

/** Once. */
export function takeSaid<Said>(): Said | undefined {
  const { said } = slept() ?? {}
  if (said) slept()!.said = undefined
  return said as Said | undefined
}

/** Once, for the first part of the page that listens to it: what the page heard while it slept, which listens no more. */
export function takeOver(topics: string): LiveMessage | undefined {
  const { heard, leave } = slept() ?? {}
  if (!leave || !topics.split(' ').includes(slept()!.topic ?? '')) return undefined
  leave()
  Object.assign(slept()!, { heard: undefined, leave: undefined })
  return heard
}
