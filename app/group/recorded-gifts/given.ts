/** One step of what became of a recorded gift. Without a person the product itself did it. */
export type RecordedStep = {
  id: number
  what: 'recorded' | 'changed' | 'voided'
  why: string | null
  at: Date
  by: string | null
  /** The amount that stood there before a change, in cents. */
  before: number | null
}
