import { startTransition, useState } from 'react'
import type { PublicFigures } from '#app/drives/drive/figures.ts'
import { useLive } from '#app/ui/use-live.tsx'

type Following<Told extends PublicFigures> = {
  driveId: string
  /** As the page's loader had them. */
  loaded: Told
  /** The comments are on the screen, so a new one is to be fetched. */
  readsComments: boolean
}

/** What the page shows of the drive's figures, kept true while it is open: the bar moves without anything being fetched. */
export function useFigures<Told extends PublicFigures>({ driveId, loaded, readsComments }: Following<Told>): Told {
  const [told, setTold] = useState<{ after: Told; figures: Told }>()
  // What was loaded since is newer than what was told before.
  const known = told?.after === loaded ? told.figures : loaded
  useLive([`drive:${driveId}`], {
    onSummary: (_, summary) => {
      const figures = summary as Told
      // A part of the page that is still on its way keeps what the server has drawn of it: it is not drawn anew for this.
      if (!isSame(figures, known)) startTransition(() => setTold({ after: loaded, figures }))
      // Where less has been raised a gift was refunded: it may be anywhere on the page.
      const isOther = figures.version !== loaded.version || figures.raised < known.raised
      return isOther || (readsComments && commentsDiffer(figures, loaded))
    },
  })
  return known
}

/** A moment is text when it came over the line. */
const isSame = <Told extends PublicFigures>(one: Told, other: Told) =>
  Object.entries(one).every(([name, value]) => JSON.stringify(value) === JSON.stringify(other[name as keyof Told]))

const commentsDiffer = (one: PublicFigures, other: PublicFigures) =>
  one.comments !== other.comments || one.newestComment !== other.newestComment
