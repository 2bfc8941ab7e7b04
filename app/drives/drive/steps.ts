import type { Status } from './drive.ts'

/** The steps that a drive needs before it can do well. The list ends: a step done is not asked for again. */
export type FirstSteps = { story: boolean; picture: boolean; shares: number; method: boolean; hidden: boolean }

/** The number of people to share the drive with first. */
export const sharesWanted = 5

export const stepsOfDrive = ({ story, picture, shares, method }: FirstSteps) => ({
  story,
  picture,
  method,
  shared: shares >= sharesWanted,
})

/** Tells whether the list is shown: until all is done, or its owner hides it. */
export const stepsAreOpen = (steps: FirstSteps): boolean =>
  !steps.hidden && Object.values(stepsOfDrive(steps)).includes(false)

/** The owner's next steps, most urgent first. */
export type NextStep = 'draft' | 'out-of-views' | 'paused' | 'few-views' | 'bare' | 'no-description' | 'no-picture'

/** Tells whether a step keeps visitors out: every page of the drive shows such a step. */
export const isPressing = (step: NextStep) => ['draft', 'out-of-views', 'paused'].includes(step)

type Known = {
  draft: boolean
  status: Status
  described: boolean
  pictured: boolean
  views: 'plenty' | 'low' | 'exhausted'
}

/** Returns one step, or none: nobody reads a list of duties. A completed drive has nothing left to do. */
export function nextStepOfDrive({ draft, status, described, pictured, views }: Known): NextStep | undefined {
  if (status === 'completed') return undefined
  if (draft) return 'draft'
  if (views === 'exhausted') return 'out-of-views'
  if (status === 'paused') return 'paused'
  if (views === 'low') return 'few-views'
  if (!described) return pictured ? 'no-description' : 'bare'
  return pictured ? undefined : 'no-picture'
}
