import { chance } from './chance.ts'

/** Whether this is the run of the night, which keeps all depth: `npm run nightly` says so. */
export const isNight = process.env.NIGHT === '1'

/** False where the clock is moved, see scripts/nightly.ts: there the timers of Postgres never fire, such as those of locks. */
export const timersFire = !process.env.FAKETIME

/** What tests say that are too long for each change. A runner that does not know the word runs none of a file that has it. */
export const nightTag = {
  name: 'night',
  description: 'Depth that only `npm run nightly` has; npm test with a path runs it, too.',
}

/** Takes so many of all, by chance, and at night all of them. Each file has one of its own, so that it takes the same in each run. */
export function sampler() {
  const luck = chance()
  return <One>(all: readonly One[], many: number): readonly One[] => {
    if (isNight) return all
    const left = [...all]
    return Array.from({ length: Math.min(many, all.length) }, () => left.splice(luck.whole(0, left.length - 1), 1)[0]!)
  }
}
