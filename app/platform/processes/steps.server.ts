import type { Step, StepName } from '#app/kit/faults.ts'

// The steps of a start, for the person at the terminal and for the one who opens the address too early.

/** In their order, with the words for a terminal. The first is written by scripts/bootstrap.mjs, before there is anything to import. */
const all = {
  packages: { name: 'packages', doing: 'installing …', done: 'installed' },
  product: { name: 'product', doing: 'building, about a minute …', done: 'built' },
  database: { name: 'database', doing: 'opening, some seconds the first time …', done: 'open' },
  examples: { name: 'example content', doing: 'making people, drives and gifts …', done: 'made' },
} satisfies Record<StepName, { name: string; doing: string; done: string }>
const stepNames = Object.keys(all) as StepName[]

/** The line of a step: under way, or done after so many milliseconds. */
export function stepLine(step: StepName, after?: number): string {
  const { doing, done } = all[step]
  const seconds = Math.round((after ?? 0) / 1000)
  return lineOf(step, after === undefined ? doing : seconds < 1 ? 'in place' : `${done} in ${seconds} s`)
}

const lineOf = (step: StepName, words: string) =>
  `  ${stepNames.indexOf(step) + 1}  ${all[step].name.padEnd(18)}${words}`

/** Says within a step what it waits for: in its line on a terminal, in a line of its own elsewhere. */
export function sayInStep(step: StepName, words: string, out = process.stdout): void {
  out.write(out.isTTY ? `\r\x1b[2K${lineOf(step, words)}` : `${words}\n`)
}

let underWay: StepName = 'packages'
/** Returns the steps with their state, as far as this process knows. */
export const stepsNow = (last: StepName = 'examples'): Step[] =>
  stepNames.slice(0, stepNames.indexOf(last) + 1).map((name, at) => {
    const now = stepNames.indexOf(underWay)
    return { name, is: at < now ? 'done' : at === now ? 'doing' : 'to do' }
  })

/** From now on this process is at this step. */
export const atStep = (step: StepName) => {
  underWay = step
}

/** Does a step. On a terminal its line is written, and at its end written over. */
export async function asStep<Made>(step: StepName, act: () => Promise<Made>, out = process.stdout): Promise<Made> {
  atStep(step)
  if (!out.isTTY) return act()
  const began = Date.now()
  out.write(stepLine(step))
  try {
    const made = await act()
    out.write(`\r\x1b[2K${stepLine(step, Date.now() - began)}\n`)
    return made
  } catch (error) {
    out.write('\n')
    throw error
  }
}
