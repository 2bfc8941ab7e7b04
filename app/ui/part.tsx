import type { ReactNode } from 'react'
import { FailedState } from './empty-state.tsx'

type PartProps<Value> = {
  /** The answer of its own reading: see part.server.ts. */
  of: Value | 'failed'
  /** Words of its own for a reading that failed; they are said in a toast, too. */
  failed?: string
  children: (value: Value) => ReactNode
}

/** A part of a page. Where it could not be read, it says so in its place, and the rest of the page is there as always. */
export const Part = <Value,>({ of, failed, children }: PartProps<Value>) =>
  of === 'failed' ? <FailedState said={failed} /> : children(of as Value)
