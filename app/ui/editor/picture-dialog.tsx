import { Trans, useLingui } from '@lingui/react/macro'
import type { Editor } from '@tiptap/core'
import { type FormEvent, useState } from 'react'
import { faultOf } from '#app/kit/uploads.ts'
import { pictureAddress } from '#app/kit/web-address.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field, usePlace } from '../field.tsx'
import { Input } from '../input.tsx'
import { Progress } from '../progress.tsx'
import { smallerPhoto } from '../smaller-photo.ts'
import type { SendPicture } from './use-arrivals.ts'

type PictureDialogProps = { editor: Editor; send: SendPicture; onClose: () => void }

/** Puts a picture into the text, from the device or from elsewhere; or changes the words of the one that is chosen. */
export function PictureDialog({ editor, send, onClose }: PictureDialogProps) {
  const { t, i18n } = useLingui()
  const [chosen] = useState(() => (editor.isActive('image') ? editor.getAttributes('image') : undefined))
  const [sent, setSent] = useState<number>()
  const [errors, setErrors] = useState<{ image?: string; url?: string }>({})
  const leave = () => {
    onClose()
    setTimeout(() => editor.view.focus())
  }
  const addressOf = async (fields: FormData): Promise<string | undefined> => {
    const file = fields.get('image') as File | null
    if (!file?.size) {
      const src = pictureAddress(String(fields.get('url')))
      if (!src) return void setErrors({ url: t`Choose a picture, or enter an address that begins with https://` })
      return arrived(src)
    }
    const chosenFile = await smallerPhoto(file)
    const fault = faultOf(chosenFile)
    if (fault) return void setErrors({ image: i18n._(fault) })
    return arrived(chosenFile)
  }
  /** Also one elsewhere is fetched now: pages show only copies of ours. */
  const arrived = async (from: File | string) => {
    setSent(0)
    const src = await send(from, setSent)
    setSent(undefined)
    return src
  }
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sent !== undefined) return
    const fields = new FormData(event.currentTarget)
    const alt = String(fields.get('alt')).trim().slice(0, 300)
    setErrors({})
    const src = chosen ? String(chosen.src) : await addressOf(fields)
    if (!src) return
    if (chosen) editor.commands.updateAttributes('image', { alt })
    else editor.commands.insertContent({ type: 'image', attrs: { src, alt } })
    leave()
  }
  const remove = () => {
    editor.commands.deleteSelection()
    leave()
  }
  return (
    <Dialog open onClose={onClose} title={chosen ? <Trans>Edit image</Trans> : <Trans>Add an image</Trans>}>
      <form onSubmit={(event) => void save(event)} noValidate className="grid gap-4">
        {!chosen && <Sources errors={errors} />}
        <Field
          label={<Trans>Alt text</Trans>}
          name="alt"
          optional
          hint={<Trans>What the picture shows, for those who can’t see it.</Trans>}
        >
          <Input autoComplete="off" maxLength={300} defaultValue={chosen?.alt ?? ''} />
        </Field>
        {sent !== undefined && <Progress value={Math.round(sent * 100)} max={100} label={t`Upload`} />}
        <div className="grid gap-3 sm:flex sm:justify-end">
          {chosen && (
            <Button type="button" variant="secondary" onClick={remove}>
              <Trans>Remove image</Trans>
            </Button>
          )}
          <Button busy={sent !== undefined} busyText={t`Uploading...`}>
            {chosen ? t`Save` : t`Add image`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Sources({ errors }: { errors: { image?: string; url?: string } }) {
  return (
    <>
      <Field
        label={<Trans>Upload an image</Trans>}
        name="image"
        error={errors.image}
        hint={<Trans>A photo of up to 5 MB.</Trans>}
      >
        <FileInput />
      </Field>
      <Field label={<Trans>Or image URL</Trans>} name="url" error={errors.url}>
        <Input inputMode="url" autoCapitalize="none" autoComplete="off" spellCheck={false} placeholder="https://" />
      </Field>
    </>
  )
}

function FileInput() {
  return (
    <input
      {...usePlace<{ name?: string }>({})}
      type="file"
      accept="image/*"
      className="block w-full min-w-0 rounded-control border border-edge bg-card text-sm file:mr-3 file:min-h-11 file:border-0 file:bg-well file:px-4 file:font-semibold file:text-ink aria-invalid:border-stop"
    />
  )
}
