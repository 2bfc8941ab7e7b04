import type { ReactNode } from 'react'
import { FailedState } from './empty-state.tsx'

type PartProps<Value> = {
  /** The result of its own query: see part.server.ts. */
  of: Value | 'failed'
  /** Its own words for a failed query; a toast says them, too. */
  failed?: string
  children: (value: Value) => ReactNode
}

/** A part of a page. If its query failed, it says so in its place, and the rest of the page is there as always. */
export const Part = <Value,>({ of, failed, children }: PartProps<Value>) =>
  of === 'failed' ? <FailedState said={failed} /> : children(of as Value)
