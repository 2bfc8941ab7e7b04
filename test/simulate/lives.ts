// The lives that tests live; `npm run simulate` lives more of them, and longer ones.

type Life = [seed: number, steps: number]

/**
 * Short ones before a change lands: M-Pesa sends to phones in the first; in the second there is one drive, which owes; the third
 * finds most of the mistakes of planted-lives.ts that a short one can.
 */
export const livesOfEachRun: Life[] = [
  [3, 250],
  [4, 250],
  [5, 250],
]

const knownLives: Life[] = [
  [3, 250],
  [4, 250],
  // These find the mistakes of planted-lives.ts: planted.test.ts looks that none is left out. One is found by the end of a life.
  [1, 1500],
  [2, 1500],
  [5, 800],
  [5, 1500],
  // It found a fault of the product. Add each seed that finds one, with how many steps it took.
  [21, 1750],
]

/** At night those that are known, and twenty that nobody has lived yet. */
export const livesOfANight = (first: number): Life[] => [
  ...knownLives,
  ...Array.from({ length: 20 }, (_, at): Life => [first + at, 2000]),
]
