import { appendFileSync } from 'node:fs'
import os from 'node:os'

/** One claim, and what was found. */
export type Found = {
  goal: string
  wanted: string
  figure: string
  /** In times of what it is compared with, where that is the claim. */
  ratio?: string
  /** Undefined when it could not be shown here, such as without the yardstick. */
  met: boolean | undefined
}

/** Says what was found, and hands it over to `npm run bench`, which prints one table of all. */
export function found(one: Found): void {
  const { goal, wanted, figure, ratio } = one
  console.log(`${goal}: ${[figure, ratio].filter(Boolean).join(', ')}; wanted ${wanted}: ${verdict(one)}`)
  const file = process.env.BENCH_FOUND
  if (file) appendFileSync(file, `${JSON.stringify({ ...one, load: load() })}\n`)
}

export const verdict = ({ met }: Pick<Found, 'met'>): string =>
  met === undefined ? 'not shown' : met ? 'met' : 'missed'

/** How busy the machine was in the last minute. */
export const load = (): string => os.loadavg()[0]!.toFixed(1)
