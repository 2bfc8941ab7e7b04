import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { smallCopy } from '#app/kit/picture.ts'
import type { Answer } from '#app/kit/says.ts'
import { faultOf } from '#app/kit/uploads.ts'
import { IconButton } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { FileInput, useAddressOf } from '#app/ui/file-input.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { sendWithProgress, smallerPhoto } from '#app/ui/use-upload.ts'
import { photoPlaces, photosMost, photosTexts } from './photos.ts'

type Chosen = { key: string; file?: File; url?: string; sent: number; alt: string }

type PhotosFieldProps = {
  /** How many more photos the post can have. */
  room: number
  /** The form action's answer: its errors, and the photos sent. */
  answer?: Answer | undefined
  /** Called with true while photos are uploading, so that the form can wait for them. */
  onBusy: (busy: boolean) => void
  /** True if photos can be added to the post later. */
  later?: boolean
}

let made = 0

/**
 * The photos of a post: chosen here, uploaded at once and shown, each with alternative text. The form sends their addresses. Without a
 * script one photo is sent with the form.
 */
export function PhotosField({ room, answer, onBusy, later }: PhotosFieldProps) {
  const { i18n, t } = useLingui()
  const [photos, setPhotos] = useState<Chosen[]>(() => sentBefore(answer))
  const [wrong, setWrong] = useState<string[]>([])
  const scripted = useHydrated()
  const change = (key: string, to: Partial<Chosen>) =>
    setPhotos((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)))
  const drop = (key: string) => setPhotos((all) => all.filter((one) => one.key !== key))
  const upload = async (file: File): Promise<string | undefined> => {
    const fault = faultOf(file)
    if (fault) return i18n._(fault)
    const key = String(++made)
    setPhotos((all) => [...all, { key, file, sent: 0, alt: '' }])
    const fields = new FormData()
    fields.set('image', file)
    const got = await sendWithProgress('/dashboard/picture', fields, (sent) => change(key, { sent }))
    if (got?.ok) return void change(key, { url: String(got.gave?.url), sent: 1 })
    drop(key)
    return got ? (got.errors?.image ?? got.says?.title) : t`The upload was interrupted. Please try again.`
  }
  const choose = async (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])]
    // The files are uploaded now: they must not be sent again with the form.
    input.value = ''
    const left = room - photos.length
    setWrong(files.length > left ? [i18n._(photosTexts.many)] : [])
    onBusy(true)
    // Uploads run one by one: a phone has no memory for many decoded photos.
    for (const file of files.slice(0, left)) {
      const words = await upload(await smallerPhoto(file))
      if (words) setWrong((all) => [...all, `${file.name}: ${words}`])
    }
    onBusy(false)
  }
  const { file, image } = answer?.errors ?? {}
  const error = wrong.length > 0 ? wrong.join(' ') : (file ?? image)
  return (
    <div className="grid gap-3">
      {photos.length < room && <Choose {...{ answer, error, later }} multiple={scripted} onChoose={choose} />}
      {photos.length > 0 && (
        <ul className="grid gap-3" aria-label={t`Photos of this post`}>
          {photos.map((photo, at) => (
            <ChosenPhoto
              key={photo.key}
              photo={photo}
              no={at + 1}
              answer={answer}
              onAlt={(alt) => change(photo.key, { alt })}
              onDrop={() => drop(photo.key)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Restores photos from the answer of a form without a script. */
function sentBefore(answer: Answer | undefined): Chosen[] {
  const typed = answer?.ok ? {} : (answer?.typed ?? {})
  return photoPlaces.flatMap((no) => {
    const url = typed[`photo${no}`]
    return url ? [{ key: url, url, sent: 1, alt: typed[`alt${no}`] ?? '' }] : []
  })
}

type ChooseProps = {
  answer: Answer | undefined
  error: ReactNode
  multiple: boolean
  later: boolean | undefined
  onChoose: (input: HTMLInputElement) => void
}

function Choose({ answer, error, multiple, later, onChoose }: ChooseProps) {
  return (
    <>
      <Field
        label={<Trans>Photos</Trans>}
        name="file"
        error={error}
        optional
        hint={<Trans>Up to 6 photos, each of up to 5 MB.</Trans>}
      >
        <FileInput multiple={multiple} says={<Trans>Choose photos</Trans>} onChoose={(_, input) => onChoose(input)} />
      </Field>
      <div className="without-script grid gap-3">
        <Field label={<Trans>What can be seen on it?</Trans>} name="alt" answer={answer} optional>
          <Input maxLength={photosMost.alt} autoComplete="off" />
        </Field>
        <p className="text-muted text-sm">
          {later ? (
            <Trans>Please send the photos one by one: you can add more to a post that is there.</Trans>
          ) : (
            <Trans>Without a script one photo can be sent.</Trans>
          )}
        </p>
      </div>
    </>
  )
}

type ChosenPhotoProps = {
  photo: Chosen
  no: number
  answer: Answer | undefined
  onAlt: (alt: string) => void
  onDrop: () => void
}

function ChosenPhoto({ photo: { file, url, sent, alt }, no, answer, onAlt, onDrop }: ChosenPhotoProps) {
  const { t } = useLingui()
  const preview = useAddressOf(file)
  const src = preview ?? (url && smallCopy(url, 320))
  return (
    <li className="flex items-start gap-3 rounded-control border border-line bg-paper p-2">
      <span className="block aspect-[4/3] w-20 shrink-0 overflow-hidden rounded-control bg-well sm:w-24">
        {src && <img src={src} alt="" className="size-full object-cover" />}
      </span>
      <div className="grid min-w-0 flex-1 gap-2">
        {url ? (
          <Field
            label={<Trans>What can be seen on photo {no}?</Trans>}
            name={`alt${no}`}
            answer={answer}
            error={answer?.errors?.[`photo${no}`]}
            optional
          >
            <Input
              value={alt}
              onChange={({ currentTarget }) => onAlt(currentTarget.value)}
              maxLength={photosMost.alt}
              autoComplete="off"
            />
          </Field>
        ) : (
          <>
            <p className="truncate text-sm" dir="auto">
              {file?.name}
            </p>
            <Progress value={Math.round(sent * 100)} max={100} label={t`Upload`} />
          </>
        )}
      </div>
      {url && <input type="hidden" name={`photo${no}`} value={url} />}
      {url && (
        <IconButton label={t`Leave photo ${no} out`} onClick={onDrop} className="needs-script">
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      )}
    </li>
  )
}
