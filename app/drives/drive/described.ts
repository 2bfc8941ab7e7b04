import type { SafeHtml } from '#app/ui/rich-text.tsx'

/** A drive's description as its own page knows it. */
export type Described = {
  id: string
  slug: string
  version: number
  /** As it is kept: what the editor begins with. */
  html: string
  /** As pages show it. */
  shown: SafeHtml | null
}

/** Where it is written: an address of its own, so that a page without a script comes back to it. */
export const editAddress = (slug: string): string => `/fund-drive/${slug}/description?edit=1`
