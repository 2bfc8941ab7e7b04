// The simulation runs of the tests; `npm run simulate` does more of them, and longer ones.

type SimulationRun = [seed: number, steps: number]

/**
 * Short ones before a change lands: M-Pesa sends to phones in the first; in the second there is one drive, which owes; the third
 * finds most of the mutations of mutations-in-simulation.ts that a short one can; in the fourth treasurers must agree, and updates are told.
 */
export const runsOfEachTest: SimulationRun[] = [
  [3, 250],
  [4, 250],
  [5, 250],
  [22, 250],
]

const knownRuns: SimulationRun[] = [
  [3, 250],
  [4, 250],
  // These find the mutations of mutations-in-simulation.ts: mutations.test.ts looks that none is left out. One is found by the
  // end of a run.
  [1, 1500],
  [2, 1500],
  [5, 800],
  [5, 1500],
  [10, 1200],
  [22, 450],
  [25, 450],
  // It found a fault of the product. Add each seed that finds one, with how many steps it took.
  [21, 1750],
]

/** At night those that are known, and twenty new ones. */
export const runsOfANight = (first: number): SimulationRun[] => [
  ...knownRuns,
  ...Array.from({ length: 20 }, (_, at): SimulationRun => [first + at, 2000]),
]
