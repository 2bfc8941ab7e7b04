/** A step in a recorded gift's story. Without a person the product itself did it. */
export type RecordedStep = {
  id: number
  what: 'recorded' | 'changed' | 'voided'
  why: string | null
  at: Date
  by: string | null
  /** The amount before a change, in cents. */
  before: number | null
}
