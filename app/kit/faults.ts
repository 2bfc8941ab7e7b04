/** The words about a fault: the id that is in the log, and what is missing while the app is not ready. */
export type FaultWords = {
  id: string
  /** The app is not ready: which settings are missing or wrong. In the visitor's language. */
  unready?: Unready
  /** The error itself, in development only. */
  detail?: string
}
export type Unready = {
  state: 'starting' | 'ready' | 'broken' | 'draining'
  problems: { name: string; is: 'missing' | 'wrong'; about: string; expected: string }[]
  /** The steps of a start, while it lasts; not on a public address. */
  steps?: Step[]
}
/** The steps of a start, in their order. */
export type StepName = 'packages' | 'product' | 'database' | 'examples'
export type Step = { name: StepName; is: 'done' | 'doing' | 'to do' }

/** Returns the fault that an error carries, on the server and in the browser alike. */
export function faultIn(error: unknown): FaultWords | undefined {
  const { data } = (error ?? {}) as { data?: { fault?: FaultWords } }
  return typeof data === 'object' ? data?.fault : undefined
}

/** A refusal by a rule in a loader or a guard, before there is a page. Words in the visitor's language. */
export type RefusedWords = {
  title: string
  text?: string
  /** The address of the next step. */
  go?: string
}

/** Returns the refusal that an error carries. */
export function refusedIn(error: unknown): RefusedWords | undefined {
  const { data } = (error ?? {}) as { data?: { refused?: RefusedWords } }
  return data && typeof data === 'object' ? data.refused : undefined
}
