import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files that take long. The runner judges by the size of a file what it has not run before. */
const longest = ['test/simulated.test.ts', 'scripts/planted.boot.test.ts', 'scripts/life.boot.test.ts']
const placeOf = ({ moduleId }: TestSpecification) => {
  const at = longest.findIndex((file) => moduleId.endsWith(file))
  return at === -1 ? longest.length : at
}

/**
 * Long files come first, so that none is left to run alone at the end. Projects of one group are spread among each other:
 * while a product is waited for, a browser can work.
 */
export default class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other))
    const projects = Map.groupBy(sorted, ({ project }) => project.name)
    const placed = [...projects.values()].flatMap((all) =>
      all.map((file, at) => ({ file, at: (at + 0.5) / all.length })),
    )
    const groupOf = ({ file }: (typeof placed)[number]) => file.project.config.sequence.groupOrder
    return placed.sort((one, other) => groupOf(one) - groupOf(other) || one.at - other.at).map(({ file }) => file)
  }
}
