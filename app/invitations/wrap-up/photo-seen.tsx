import { Trans, useLingui } from '@lingui/react/macro'
import { knownLanguage } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { dayThere } from '#app/kit/zones.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/input.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { mayAskAgain, wrapUpMost } from './after.ts'
import type { AskedRemoval } from './objections.server.ts'
import type { PostedPhoto } from './photos.server.ts'

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
export function PhotoSeen({ page, host, zone, photo, asked, first }: SeenProps) {
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
          <Trans>If there is something new to say, you can ask once more. {host} and we at Harambee read it.</Trans>
        ) : (
          <Trans>
            {host} and we at Harambee read that you ask, and why. One of us decides, and until then the photo stays.
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
        <Trans>{host} keeps the photo. We at Harambee still look at it.</Trans>
      ) : (
        <Trans>{host} and we at Harambee look at it. What comes of it will be on your page.</Trans>
      )}
    </p>
  )
}
