/** What a person is told of a fault: the id that is in the log, and what is missing when nobody can be received. */
export type FaultWords = {
  id: string
  /** The app can't receive anybody: which settings are missing or wrong. Words in the visitor's language. */
  unready?: Unready
  /** The error itself, in development only. */
  detail?: string
}
export type Unready = {
  state: 'starting' | 'ready' | 'broken' | 'draining'
  problems: { name: string; is: 'missing' | 'wrong'; about: string; expected: string }[]
}

/** The fault that an error carries, on the server and in the browser alike. */
export function faultIn(error: unknown): FaultWords | undefined {
  const { data } = (error ?? {}) as { data?: { fault?: FaultWords } }
  return typeof data === 'object' ? data?.fault : undefined
}

/** What a rule said no to before any page was there: in a loader or a guard. Words in the visitor's language. */
export type RefusedWords = {
  title: string
  text?: string
  /** Where it goes on. */
  go?: string
}

/** The refusal that an error carries. */
export function refusedIn(error: unknown): RefusedWords | undefined {
  const { data } = (error ?? {}) as { data?: { refused?: RefusedWords } }
  return data && typeof data === 'object' ? data.refused : undefined
}
