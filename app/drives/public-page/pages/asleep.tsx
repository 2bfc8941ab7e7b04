import { commentDraft } from '#app/drives/comments/comment.ts'
import { Sleeping } from '#app/site/sleeping.tsx'
import type { OpenPage } from './shown.server.ts'

/** Passes what the page has to know while it is not hydrated yet. */
export function Asleep({ page: { is, own, drive, figures, token }, tab }: { page: OpenPage; tab: string }) {
  const { goal } = drive
  const { raised, recorded, pledged, donors, comments, newestComment, version, gifts } = figures
  const newest = gifts.donations[0]?.id ?? 0
  const list = tab === 'comments' || tab === 'donations' ? tab : null
  return (
    <Sleeping
      drive={drive.id}
      {...(list === 'comments' && { draft: commentDraft(drive.slug) })}
      {...(is === 'open' && !own && { token })}
      // Only the hydrated page can update a bar of three tones: an update hydrates it.
      {...(recorded + pledged === 0 && {
        shows: { goal, raised, donors, comments, newestComment, version, newest, list },
      })}
    />
  )
}
