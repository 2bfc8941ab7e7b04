import { useMatches } from 'react-router'

/**
 * Returns true on a page whose route says `export const handle = { still: true }`: it is HTML and a style sheet without any script of
 * the product. Links, forms and <details> do everything; see docs/decisions/0075. In a browser it is always false.
 */
export const useStill: () => boolean = import.meta.env.SSR
  ? () => useMatches().some(({ handle }) => (handle as { still?: boolean } | undefined)?.still === true)
  : () => false
