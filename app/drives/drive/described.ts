import type { SafeHtml } from '#app/ui/rich-text.tsx'

/** A drive's description as its own page knows it. */
export type Described = {
  id: string
  slug: string
  version: number
  /** The saved HTML, which the editor begins with. */
  html: string
  /** The HTML as pages show it. */
  shown: SafeHtml | null
}

/** Returns the editor's address: one of its own, so that a page without a script comes back to it. */
export const editAddress = (slug: string): string => `/fund-drive/${slug}/description?edit=1`
