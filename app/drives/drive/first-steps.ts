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
