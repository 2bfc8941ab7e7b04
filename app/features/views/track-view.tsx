import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { deviceTypeOf } from './view.ts'

type TrackViewProps = {
  drive: { id: string; slug: string }
  /** What shows the server that its own page tells of it. */
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
    const isHere = () => here
    void whenSeen()
      .then(() => report(id, token, isHere))
      .then((view) => {
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

/** A page that the browser draws in advance has no reader yet. */
async function whenSeen(): Promise<void> {
  if (!(document as { prerendering?: boolean }).prerendering) return
  await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }))
}

/** Seconds to wait before the next try, where a line broke or many in one network came at once. */
const pauses = [3, 15, 60]

async function report(driveId: string, token: string, isHere: () => boolean): Promise<string | undefined> {
  const body = JSON.stringify({
    fund_drive_id: driveId,
    device_type: deviceTypeOf(navigator.userAgent),
    location: 'Unknown',
  })
  for (const pause of pauses) {
    // Of where the visitor came from, only the kind of place is kept.
    const from = encodeURI(document.referrer)
    const headers = { 'content-type': 'application/json', 'page-token': token, 'page-from': from }
    const asked = { method: 'POST', body, keepalive: true, headers }
    const answer = await fetch('/api/track-view', asked).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { view: string }).view
    if (answer && answer.status < 500 && answer.status !== 429) return
    const wait = Math.max(pause, Number(answer?.headers.get('retry-after')) || 0)
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
    if (!isHere()) return
  }
}
