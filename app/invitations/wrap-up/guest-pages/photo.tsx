import { Trans } from '@lingui/react/macro'
import { data } from 'react-router'
import { GuestMissing } from '#app/invitations/guests/guest-missing.tsx'
import { guestPath } from '#app/invitations/guests/invitation.ts'
import { guestHere, linkLimits } from '#app/invitations/guests/link-limits.server.ts'
import { zoneIn } from '#app/invitations/occasions/times.ts'
import { wrapUpTexts } from '#app/invitations/wrap-up/after.ts'
import { objectionForm } from '#app/invitations/wrap-up/after-forms.ts'
import { objectTo, photoForGuest } from '#app/invitations/wrap-up/objections.server.ts'
import { PhotoSeen } from '#app/invitations/wrap-up/photo-seen.tsx'
import { idIn } from '#app/kit/ids.ts'
import { Refusal } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/photo.ts'

export const handle = { still: true }

export async function loader({ params: { link, photo: named }, context }: Route.LoaderArgs) {
  const seen = await guestHere(db, link, context.get(askedContext).address)
  if (!seen) return data(null, { status: 404 })
  const { supporter, gathering, occasions } = seen
  const id = idIn(named)
  const found = id && (await photoForGuest(db, { gatheringId: gathering.id, supporterId: supporter.id }, id))
  if (!found) throw data(null, { status: 404 })
  const { title, hostName: host } = gathering
  return data({ ...found, title, host, page: guestPath(link), zone: zoneIn(occasions) })
}

/** A guest asks to have a photo taken down. */
export const action = formAction({
  form: objectionForm,
  page: true,
  done: wrapUpTexts.objected,
  failed: wrapUpTexts.notObjected,
  limits: (_, { params, context }) => linkLimits(params.link, context.get(askedContext).address),
  run: async ({ words }, { params: { link = '', photo }, context }) => {
    const [seen, id] = [await guestHere(db, link, context.get(askedContext).address), idIn(photo ?? null)]
    if (!seen || !id) throw new Refusal(wrapUpTexts.photoMissing, { status: 404 })
    await objectTo(db, { gatheringId: seen.gathering.id, supporterId: seen.supporter.id }, id, words)
    return { go: `${guestPath(link)}/photos/${id}#main` }
  },
})

/** A photo, and the form by which a guest asks to have it taken down. */
export default function PhotoPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <GuestMissing />
  const { title, page, ...seen } = loaderData
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid max-w-[36rem] gap-6 px-4 py-8 *:min-w-0">
      <title>{`${title} · Harambee`}</title>
      <div className="grid gap-1">
        <a href={`${page}#photo-${seen.photo.id}`} className="inline-flex min-h-11 items-center text-link">
          <Trans>Back to the invitation</Trans>
        </a>
        <h1 dir="auto" className="wrap-anywhere text-3xl">
          {title}
        </h1>
      </div>
      <PhotoSeen page={page} first={actionData} {...seen} />
    </main>
  )
}
