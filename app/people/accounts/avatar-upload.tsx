import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { faultOf } from '#app/kit/uploads.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { FileInput, useAddressOf } from '#app/ui/file-input.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { smallerPhoto } from '#app/ui/smaller-photo.ts'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useUpload } from '#app/ui/use-upload.ts'
import { faceIn } from './avatar.ts'

type AvatarUploadProps = { name: string; src: string | null }

/** The form for the person's face: shown cropped before it is sent, and with progress during the upload. */
export function AvatarUpload({ name, src }: AvatarUploadProps) {
  const { t, i18n } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [file, setFile] = useState<File>()
  const preview = useAddressOf(file)
  const drop = () => {
    form.current?.reset()
    setFile(undefined)
    upload.forget()
  }
  const upload = useUpload('/profile/avatar', { onDone: drop })
  const choose = async (chosen: File | undefined) => {
    upload.forget()
    setFile(chosen && (await smallerPhoto(chosen)))
  }
  const fault = file && faultOf(file)
  const error = fault ? i18n._(fault) : upload.answer?.errors?.image
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    if (file) fields.set('image', file)
    if (!fault) void upload.send(fields)
  }
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      <Avatar name={name} src={preview && !fault ? preview : src && faceIn(src, 256)} size="large" />
      <div className="grid min-w-0 flex-1 basis-64 gap-3">
        <form
          ref={form}
          method="post"
          action="/profile/avatar"
          encType="multipart/form-data"
          onSubmit={send}
          className="grid gap-3"
        >
          <Field
            label={<Trans>Profile picture</Trans>}
            name="image"
            error={error}
            hint={<Trans>A photo of up to 5 MB. We'll crop it to a square.</Trans>}
          >
            <div className="flex min-w-0 items-center gap-1">
              <FileInput required chosen={file?.name} onChoose={choose} />
              {file && !upload.busy && (
                <IconButton label={t`Remove ${file.name}`} onClick={drop}>
                  <X aria-hidden="true" className="size-5" />
                </IconButton>
              )}
            </div>
          </Field>
          {upload.busy && <Progress value={Math.round(upload.sent * 100)} max={100} label={t`Upload`} />}
          <Button variant="secondary" busy={upload.busy} busyText={t`Uploading...`} className="justify-self-start">
            <Trans>Upload Image</Trans>
          </Button>
        </form>
        {src && <RemoveFace />}
      </div>
    </div>
  )
}

function RemoveFace() {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action="/profile/avatar/remove">
      <Button variant="secondary" busy={busy} busyText={t`Removing...`}>
        <Trans>Remove picture</Trans>
      </Button>
    </Form>
  )
}
