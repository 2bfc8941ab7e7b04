// The lives that each run of the tests lives; `npm run simulate` lives more of them, and longer ones.

type Life = [seed: number, steps: number]

export const livesOfEachRun: Life[] = [
  // M-Pesa sends to phones in the first; in the second there is one drive, which owes.
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
