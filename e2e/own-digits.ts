let nr = 0

/** At least four digits that no other call in this run gets: two of the process, the others counted. */
export const ownDigits = (many: number) =>
  String(Number(process.env.VITEST_WORKER_ID) % 100).padStart(2, '0') + String(++nr).padStart(many - 2, '0')

/** The number of a phone that nobody else has. What the sandbox does to some by their last two digits, it does not to this one. */
export const anyPhone = () => `254712${ownDigits(5)}7`
