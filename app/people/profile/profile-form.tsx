import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { faultOf } from '#app/kit/uploads.ts'
import { faceIn } from '#app/people/accounts/account.ts'
import { fullNameMax, usernamePattern } from '#app/people/accounts/people.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { FileInput, useAddressOf } from '#app/ui/file-input.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { smallerPhoto, useUpload } from '#app/ui/use-upload.ts'

type ProfileFormProps = { fullName: string; username: string; reach: string; hasEmail: boolean; first?: Answer }

/** The public profile, and the address that only the product knows. */
export function ProfileForm({ fullName, username, reach, hasEmail, first }: ProfileFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action="/profile/save" className="grid max-w-xl gap-5">
      <Field label={<Trans>Full Name</Trans>} name="fullName" answer={answer} required>
        <Input defaultValue={fullName} autoComplete="name" maxLength={fullNameMax} />
      </Field>
      <Field
        label={<Trans>Username</Trans>}
        name="username"
        answer={answer}
        required
        hint={!answer?.errors?.username && <Trans>3 to 30 characters: letters a–z, digits, _ . and -</Trans>}
      >
        <Input
          defaultValue={username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          pattern={usernamePattern}
          title={t`3 to 30 characters: letters a–z, digits, _ . and -`}
          maxLength={30}
        />
      </Field>
      <Field
        label={hasEmail ? <Trans>Email</Trans> : <Trans>Phone</Trans>}
        hint={<Trans>Private. You can change it in your settings.</Trans>}
        aside={
          <Link to={hasEmail ? '/settings#email' : '/settings#phone'} className="-my-2 py-2 text-link text-sm">
            <Trans>Change</Trans>
          </Link>
        }
      >
        <Input type={hasEmail ? 'email' : 'tel'} defaultValue={reach} readOnly />
      </Field>
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Save</Trans>
      </Button>
    </Form>
  )
}

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
