import { useState } from 'react'

type Drawn = typeof import('./drawn.tsx')

let drawn: Drawn | undefined
/** Must run before the browser renders the landing page without loading it from the server. */
export async function fetchDrawings(): Promise<void> {
  drawn ??= await import('./drawn.tsx')
}
if (import.meta.env.SSR) await fetchDrawings()

/**
 * A part of the page that never changes. The server renders it; the browser keeps that HTML and needs no script for it.
 * That saves a third of the page's weight. Only a visitor who comes from another page without a page load fetches the
 * drawings (fetchDrawings).
 */
export function ServerOnly({ part }: { part: keyof Drawn }) {
  // Decided once: the server's HTML stays until the visitor leaves the page.
  const [Part] = useState(() => drawn?.[part])
  if (Part)
    return (
      <div className="contents">
        <Part />
      </div>
    )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; it tells React to leave alone what is there
  return <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}
