import { startTransition, useState } from 'react'
import type { PublicFigures } from '#app/drives/drive/figures.ts'
import { useLive } from '#app/ui/use-live.tsx'

type Following<Told extends PublicFigures> = {
  driveId: string
  /** The figures from the page's loader. */
  loaded: Told
  /** The comments are on the screen, so a new one is to be fetched. */
  readsComments: boolean
}

/** Returns the drive's figures, updated while the page is open: the bar moves without anything being fetched. */
export function useFigures<Told extends PublicFigures>({ driveId, loaded, readsComments }: Following<Told>): Told {
  const [told, setTold] = useState<{ after: Told; figures: Told }>()
  // Figures loaded since are newer than those notified before.
  const known = told?.after === loaded ? told.figures : loaded
  useLive([`drive:${driveId}`], {
    onSummary: (_, summary) => {
      const figures = summary as Told
      // A part of the page that is still loading keeps the server's HTML: this update does not draw it again.
      if (!isSame(figures, known)) startTransition(() => setTold({ after: loaded, figures }))
      // Where less has been raised a gift was refunded: it may be anywhere on the page.
      const isOther = figures.version !== loaded.version || figures.raised < known.raised
      return isOther || (readsComments && commentsDiffer(figures, loaded))
    },
  })
  return known
}

/** Compares as JSON: a moment is text when it came over the line. */
const isSame = <Told extends PublicFigures>(one: Told, other: Told) =>
  Object.entries(one).every(([name, value]) => JSON.stringify(value) === JSON.stringify(other[name as keyof Told]))

const commentsDiffer = (one: PublicFigures, other: PublicFigures) =>
  one.comments !== other.comments || one.newestComment !== other.newestComment
