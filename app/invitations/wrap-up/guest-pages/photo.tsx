import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { GuestMissing } from '#app/invitations/guests/guest-pages/guest-page.tsx'
import { guestPath } from '#app/invitations/guests/invitation.ts'
import { guestHere, linkLimits } from '#app/invitations/guests/link-limits.server.ts'
import { zoneIn } from '#app/invitations/occasions/times.ts'
import { type AskedRemoval, objectTo, photoForGuest } from '#app/invitations/wrap-up/objections.server.tsx'
import type { PostedPhoto } from '#app/invitations/wrap-up/posts.server.ts'
import { mayAskAgain, wrapUpMost, wrapUpTexts } from '#app/invitations/wrap-up/wrap-up.ts'
import { objectionForm } from '#app/invitations/wrap-up/wrap-up-forms.ts'
import { titled } from '#app/kit/brand.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { type Answer, Refusal } from '#app/kit/says.ts'
import { idIn } from '#app/kit/web-address.ts'
import { dayThere } from '#app/kit/zones.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { Route } from './+types/photo.ts'

export const handle = { static: true }

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
      <title>{titled(title)}</title>
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

type SeenProps = {
  /** The address of the guest's page. */
  page: string
  host: string
  zone: string
  photo: PostedPhoto
  asked: AskedRemoval | undefined
  /** The form action's answer. */
  first: Answer | undefined
}

/** A large photo, and the form by which a guest asks to have it taken down. */
function PhotoSeen({ page, host, zone, photo, asked, first }: SeenProps) {
  const { t } = useLingui()
  return (
    <>
      <figure className="grid gap-2">
        <Picture
          picture={photo}
          alt={photo.alt || t`Photo ${photo.place}`}
          sizes="(min-width: 36rem) 34rem, 92vw"
          first
          className="rounded-control bg-well"
          fit="object-contain"
        />
        {photo.alt && (
          <figcaption dir="auto" className="wrap-anywhere text-muted">
            {photo.alt}
          </figcaption>
        )}
      </figure>
      <section aria-labelledby="take-down" className="grid gap-4">
        <h2 id="take-down" className="text-2xl">
          <Trans>Take this down</Trans>
        </h2>
        {asked && <WhatCame asked={asked} host={host} zone={zone} />}
        {(!asked || mayAskAgain(asked)) && (
          <AskForm action={`${page}/photos/${photo.id}`} host={host} again={asked !== undefined} first={first} />
        )}
      </section>
    </>
  )
}

type AskProps = Pick<SeenProps, 'host' | 'first'> & { action: string; again: boolean }

/** The first request needs no reason; the second one needs a new reason. */
function AskForm({ action, host, again, first }: AskProps) {
  return (
    <form method="post" action={action} noValidate className="grid gap-4">
      <p>
        {again ? (
          <Trans>
            If there is something new to say, you can ask once more. {host} and we at {'{brand}'} read it.
          </Trans>
        ) : (
          <Trans>
            {host} and we at {'{brand}'} read that you ask, and why. One of us decides, and until then the photo stays.
            When it is taken down, it is gone for everyone, and your page says so.
          </Trans>
        )}
      </p>
      <Field
        name="words"
        label={again ? <Trans>What is new?</Trans> : <Trans>Why?</Trans>}
        optional={!again}
        answer={first}
      >
        <TextArea rows={3} maxLength={wrapUpMost.objection} required={again} />
      </Field>
      <Button className="justify-self-start">
        {again ? <Trans>Ask once more</Trans> : <Trans>Ask to take it down</Trans>}
      </Button>
    </form>
  )
}

function WhatCame({ asked, host, zone }: { asked: AskedRemoval; host: string; zone: string }) {
  const { i18n } = useLingui()
  const day = dayThere(knownLanguage(i18n.locale), asked.at, zone)
  return (
    <p>
      {asked.again ? <Trans>You asked again on {day}.</Trans> : <Trans>You asked on {day}.</Trans>}{' '}
      {asked.lookedAt ? (
        <Trans>We looked at it, and the photo stays.</Trans>
      ) : asked.keptAt ? (
        <Trans>
          {host} keeps the photo. We at {'{brand}'} still look at it.
        </Trans>
      ) : (
        <Trans>
          {host} and we at {'{brand}'} look at it. What comes of it will be on your page.
        </Trans>
      )}
    </p>
  )
}
