import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { takeCounted } from '#app/ui/static-page.ts'
import { reportView } from './report-view.ts'

type TrackViewProps = {
  drive: { id: string; slug: string }
  /** The token that proves to the server that its own page reports the visit. */
  token: string
}

/**
 * Tells the server that a person looks at the drive: with a script once the page is seen, else by a picture of one dot.
 * The server counts a visitor's stay once, however often it is told. When no credit was left the page loads again, and
 * shows what everybody else sees.
 */
export function TrackView({ drive: { id, slug }, token: newest }: TrackViewProps) {
  // The page loads again and again as gifts come in: it is told once that it was seen.
  const [token] = useState(newest)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let here = true
    // The page may have reported it before it was hydrated.
    const counted = takeCounted(id) ?? reportView(id, token, () => here)
    void counted.then((view) => {
      if (view === 'blocked' && here) void revalidate()
    })
    return () => {
      here = false
    }
  }, [id, token, revalidate])
  return (
    // Lazy: a browser with a script hides it and never asks for it; one without a script knows no lazy pictures.
    <img
      src={`/fundraiser/${slug}/seen.gif?token=${token}`}
      alt=""
      width={1}
      height={1}
      loading="lazy"
      className="without-script absolute top-0 left-0 opacity-0"
    />
  )
}
