import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Objection } from './objections.server.tsx'
import type { PostedPhoto } from './posts.server.ts'

type PartProps = { page: string; photos: PostedPhoto[]; objections: Objection[] }

/** The photos of a post for the host, each with a button to take it down. */
export function PhotosPart({ page, photos, objections }: PartProps) {
  const { t } = useLingui()
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3" aria-label={t`Photos`}>
      {photos.map((photo, at) => (
        <OnePhoto
          key={photo.id}
          page={page}
          photo={photo}
          no={at + 1}
          objections={objections.filter((one) => one.photo === photo.id)}
        />
      ))}
    </ul>
  )
}

type OnePhotoProps = { page: string; photo: PostedPhoto; no: number; objections: Objection[] }

function OnePhoto({ page, photo, no, objections }: OnePhotoProps) {
  const { t } = useLingui()
  return (
    <li className="grid content-start gap-2 *:min-w-0">
      <Picture
        picture={photo}
        alt={photo.alt || t`Photo ${no}`}
        sizes="(min-width: 640px) 20rem, 100vw"
        className="aspect-[4/3] rounded-control bg-well"
      />
      {photo.alt && (
        <p dir="auto" className="wrap-anywhere text-muted text-sm">
          {photo.alt}
        </p>
      )}
      {objections.length > 0 && <ObjectionsPart page={page} photo={photo.id} no={no} objections={objections} />}
      <Changing>
        <TakeDown page={page} photo={photo.id} no={no} />
      </Changing>
    </li>
  )
}

/** Folded, so that no accidental tap takes a photo down. */
function TakeDown({ page, photo, no }: { page: string; photo: string; no: number }) {
  const { Form, busy } = useFormAction()
  return (
    <details>
      <summary className="min-h-11 content-center text-link text-sm underline">
        <Trans>Take photo {no} down</Trans>
      </summary>
      <Form method="post" action={`${page}/photos/take-down`} className="grid gap-2">
        <input type="hidden" name="photo" value={photo} />
        <p className="text-sm">
          <Trans>It is gone from all pages at once, and its file is removed.</Trans>
        </p>
        <Button variant="secondary" busy={busy} className="justify-self-start">
          <Trans>Take it down</Trans>
        </Button>
      </Form>
    </details>
  )
}

type ObjectionsPartProps = { page: string; photo: string; no: number; objections: Objection[] }

/** Guests' requests to take a photo down, their reasons, and the host's choices. */
function ObjectionsPart({ page, photo, no, objections }: ObjectionsPartProps) {
  const waits = objections.some(({ kept }) => !kept)
  return (
    <Notice tone={waits ? 'warn' : 'info'} title={<Trans>Take photo {no} down?</Trans>}>
      <div className="grid gap-3 *:min-w-0">
        <ul className="grid gap-2">
          {objections.map((one) => (
            <WhoAsks key={one.id} {...one} />
          ))}
        </ul>
        {waits ? (
          <Changing>
            <div className="flex flex-wrap gap-2">
              <Decide page={page} photo={photo} formAction="take-down" />
              <Decide page={page} photo={photo} formAction="keep" />
            </div>
          </Changing>
        ) : (
          <p>
            <Trans>You keep it. We at {'{brand}'} still look at it.</Trans>
          </p>
        )}
      </div>
    </Notice>
  )
}

function WhoAsks({ name, words, at }: Objection) {
  const { t, i18n } = useLingui()
  return (
    <li className="grid gap-0.5">
      <span className="flex flex-wrap gap-x-2">
        <bdi className="wrap-anywhere font-semibold">{name ?? t`A guest who was forgotten`}</bdi>
        <span className="figures text-sm">{momentIn(i18n.locale as Language, at)}</span>
      </span>
      {words && (
        <span dir="auto" className="wrap-anywhere whitespace-pre-line">
          {words}
        </span>
      )}
    </li>
  )
}

function Decide({ page, photo, formAction }: { page: string; photo: string; formAction: 'take-down' | 'keep' }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action={`${page}/photos/${formAction}`}>
      <input type="hidden" name="photo" value={photo} />
      <Button variant={formAction === 'keep' ? 'secondary' : 'primary'} busy={busy}>
        {formAction === 'keep' ? t({ message: 'Keep it', context: 'photo' }) : <Trans>Take it down</Trans>}
      </Button>
    </Form>
  )
}
