import { useMatches } from 'react-router'

/**
 * True on a page whose route says `export const handle = { still: true }`: it is HTML and a style sheet, and no script of the
 * product comes with it. Links, forms and <details> do all that it does; see docs/decisions/0075. Where a script runs, no page is.
 */
export const useStill: () => boolean = import.meta.env.SSR
  ? () => useMatches().some(({ handle }) => (handle as { still?: boolean } | undefined)?.still === true)
  : () => false
