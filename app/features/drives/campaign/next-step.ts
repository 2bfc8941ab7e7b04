import type { Status } from '../drive.ts'

/** What an owner had better do next, most urgent first. */
export type NextStep = 'out-of-views' | 'paused' | 'few-views' | 'no-description' | 'no-picture'

type Known = {
  status: Status
  described: boolean
  pictured: boolean
  views: 'plenty' | 'low' | 'exhausted'
}

/** One thing, or none: a list of duties is read by nobody. A completed drive has nothing left to do. */
export function nextStepOf({ status, described, pictured, views }: Known): NextStep | undefined {
  if (status === 'completed') return undefined
  if (views === 'exhausted') return 'out-of-views'
  if (status === 'paused') return 'paused'
  if (views === 'low') return 'few-views'
  if (!described) return 'no-description'
  return pictured ? undefined : 'no-picture'
}
