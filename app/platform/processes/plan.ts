// The number of processes on a machine, and the share of each in what the machine has once.

/** Returns the default number of processes that answer visitors: one core is left to Postgres and one to the jobs. */
export const usualWebs = (cores: number): number => (cores < 4 ? 1 : cores - 2)

/** Connections of a process that answers: those for visitors, the provider's two, the pulse, live updates. */
const ofWeb = { most: 10, least: 3, others: 4 }
/** Connections of the process that does the jobs: as many, and six for the jobs. */
const ofWorker = ofWeb.most + ofWeb.others + 6
/** Connections for people, for a backup, and for a migration of the next version. */
const forOthers = 10

/** Returns the connections that so many processes may take together. */
export const connectionsOf = (webs: number): number => webs * (ofWeb.most + ofWeb.others) + ofWorker + forOthers

/** Returns how many processes may answer on a database with so many connections, and how many each may use for visitors. */
export function planned(webs: number, connections: number): { webs: number; visitors: number } {
  const room = connections - ofWorker - forOthers
  const fitting = Math.max(1, Math.min(webs, Math.floor(room / (ofWeb.least + ofWeb.others))))
  const visitors = Math.floor(room / fitting) - ofWeb.others
  return { webs: fitting, visitors: Math.max(ofWeb.least, Math.min(ofWeb.most, visitors)) }
}

/** Returns one process's share of a bound for all together; never less than a sensible minimum. */
export const shareOf = (whole: number, webs: number, least = 1): number =>
  Math.min(whole, Math.max(least, Math.ceil(whole / webs)))
