import { startTransition, useState } from 'react'
import { useLive } from '#app/ui/use-live.tsx'
import type { Figures } from '../figures.ts'

type Following = {
  driveId: string
  /** As the page's loader had them. */
  loaded: Figures
  /** The comments are on the screen, so a new one is to be fetched. */
  readsComments: boolean
}

/** What the page shows of the drive's figures, kept true while it is open: the bar moves without anything being fetched. */
export function useFigures({ driveId, loaded, readsComments }: Following): Figures {
  const [told, setTold] = useState<{ after: Figures; figures: Figures }>()
  useLive([`drive:${driveId}`], {
    onSummary: (_, summary) => {
      const figures = summary as Figures
      // A part of the page that is still on its way keeps what the server has drawn of it: it is not drawn anew for this.
      startTransition(() => setTold({ after: loaded, figures }))
      return figures.version !== loaded.version || (readsComments && commentsDiffer(figures, loaded))
    },
  })
  // What was loaded since is newer than what was told before.
  return told?.after === loaded ? told.figures : loaded
}

const commentsDiffer = (one: Figures, other: Figures) =>
  one.comments !== other.comments || one.newestComment !== other.newestComment
