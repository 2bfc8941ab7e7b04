import { useState } from 'react'

type Drawn = typeof import('./drawn.tsx')

let drawn: Drawn | undefined
/** Needed before the landing page is shown without being loaded from the server. */
export async function fetchDrawings(): Promise<void> {
  drawn ??= await import('./drawn.tsx')
}
if (import.meta.env.SSR) await fetchDrawings()

/**
 * A part of the page in which nothing ever changes. The server draws it; the browser keeps what came and needs no
 * script for it. That saves a visitor a third of what the page itself would weigh. Only a person who comes here from
 * another page, without loading this one, has to fetch the drawings (fetchDrawings).
 */
export function Still({ part }: { part: keyof Drawn }) {
  // Decided once: what the server drew stays until the page is left.
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
