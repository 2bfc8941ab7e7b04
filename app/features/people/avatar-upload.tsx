import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { faultOf } from '#app/kit/uploads.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Field, usePlace } from '#app/ui/field.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { useUpload } from '#app/ui/use-upload.ts'
import { faceIn } from './avatar.ts'

type AvatarUploadProps = { name: string; src: string | null }

/** The person's face: shown as it will be cropped before it is sent, and with its progress while it is. */
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
  const choose = (chosen: File | undefined) => {
    upload.forget()
    setFile(chosen)
  }
  const fault = file && faultOf(file)
  const error = fault ? i18n._(fault) : upload.answer?.errors?.image
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!fault) void upload.send(new FormData(event.currentTarget))
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
            hint={<Trans>A photo of up to 5 MB. Its middle is cut out as a square.</Trans>}
          >
            <div className="flex min-w-0 items-center gap-1">
              <FileInput chosen={file?.name} onChoose={choose} />
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
  const { Form, busy } = useDeed()
  return (
    <Form method="post" action="/profile/avatar/remove">
      <Button variant="secondary" busy={busy} busyText={t`Removing...`}>
        <Trans>Remove picture</Trans>
      </Button>
    </Form>
  )
}

/** The browser would write on it in its own language, so its face is drawn over where scripts run. */
function FileInput({ chosen, onChoose }: { chosen?: string; onChoose: (file: File | undefined) => void }) {
  const place = usePlace<{ name?: string }>({})
  return (
    <span className="relative block w-full min-w-0">
      <input
        {...place}
        type="file"
        accept="image/*"
        autoComplete="off"
        required
        onChange={(event) => onChoose(event.currentTarget.files?.[0])}
        className="peer block w-full min-w-0 rounded-control border border-edge bg-card text-sm file:mr-3 file:min-h-11 file:border-0 file:bg-well file:px-4 file:font-semibold file:text-ink aria-invalid:border-stop"
      />
      <span
        aria-hidden="true"
        className="needs-script pointer-events-none absolute inset-0 flex items-center overflow-hidden rounded-control border border-edge bg-card text-sm peer-aria-invalid:border-stop"
      >
        <span className="flex h-full shrink-0 items-center bg-well px-4 font-semibold">
          <Trans>Choose a picture</Trans>
        </span>
        <span className="min-w-0 truncate px-3 text-muted">{chosen ?? <Trans>None chosen yet</Trans>}</span>
      </span>
    </span>
  )
}

/** An address under which this page, and no other, sees the file. Given back when it is no longer needed. */
function useAddressOf(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return setAddress(undefined)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
