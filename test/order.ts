import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { durationsOf } from '../scripts/durations.ts'
import { chance } from './chance.ts'
import { isNight } from './night.ts'

/** A file without a figure is new: it comes before the many short ones. */
const unknown = 10

/**
 * Long files come first, so that none is left to run alone at the end. Projects of one group are spread among each other:
 * while a product is waited for, a browser can work. At night the order is another one each time.
 */
export default class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = durationsOf()
    const secondsOf = ({ moduleId }: TestSpecification) =>
      durations[moduleId.slice(process.cwd().length + 1)] ?? unknown
    const sorted = (await super.sort(files)).sort((one, other) => {
      const [a, b] = [secondsOf(one), secondsOf(other)]
      return a === b ? 0 : b - a
    })
    const projects = Map.groupBy(sorted, ({ project }) => project.name)
    const place = isNight ? byChance() : (at: number, of: number) => (at + 0.5) / of
    const placed = [...projects.values()].flatMap((all) => all.map((file, at) => ({ file, at: place(at, all.length) })))
    const groupOf = ({ file }: (typeof placed)[number]) => file.project.config.sequence.groupOrder
    return placed.sort((one, other) => groupOf(one) - groupOf(other) || one.at - other.at).map(({ file }) => file)
  }
}

function byChance(): () => number {
  const luck = chance()
  return () => luck.next()
}
