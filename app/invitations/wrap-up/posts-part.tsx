import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { photosMost } from '#app/base/pictures/photos.ts'
import { PhotosField } from '#app/base/pictures/photos-field.tsx'
import { usePicturesForm } from '#app/base/pictures/picture-field.tsx'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { PostDay } from './guest-view.tsx'
import type { Objection } from './objections.server.tsx'
import { PhotosPart } from './photos-part.tsx'
import type { Post } from './posts.server.ts'
import { wrapUpMost } from './wrap-up.ts'

type PartProps = {
  page: string
  posts: Post[]
  formKey: string
  /** The zone of the occasions, which gives the calendar day of a post. */
  zone: string
  /** The form action's answer without a script: to a new post, or to more photos for one. */
  first?: Answer | undefined
  photos?: Answer | undefined
  /** Guests' requests about photos. */
  objections: Objection[]
}

/** The host's posts to all guests, and the form for a new one. */
export function PostsPart({ page, posts, formKey, zone, first, photos, objections }: PartProps) {
  return (
    <Card title={<Trans>Posts</Trans>} level={3}>
      <div className="grid gap-5 *:min-w-0">
        <p className="text-muted">
          <Trans>Your guests read the newest 10 on their pages.</Trans>
        </p>
        <Changing>
          <AddPost page={page} formKey={formKey} first={first} />
        </Changing>
        {posts.length > 0 && (
          <ul className="divide-y divide-line">
            {posts.map((post) => (
              <OnePost
                key={post.id}
                page={page}
                post={post}
                zone={zone}
                objections={objections}
                first={photos?.typed?.post === post.id ? photos : undefined}
              />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function AddPost({ page, formKey, first }: Pick<PartProps, 'page' | 'formKey' | 'first'>) {
  const { t } = useLingui()
  const { Form, busy, answer, key, made, uploading, setUploading } = usePicturesForm(formKey, first)
  return (
    <Form method="post" action={`${page}/post`} encType="multipart/form-data" className="grid gap-4 *:min-w-0">
      <input type="hidden" name="key" value={key} />
      <Refused answer={answer} />
      <Field label={<Trans>What all your guests read</Trans>} name="words" answer={answer} required>
        <TextArea rows={4} maxLength={wrapUpMost.words} />
      </Field>
      <PhotosField key={made} room={photosMost.photos} answer={answer} onBusy={setUploading} later />
      <Button
        busy={busy || uploading}
        busyText={uploading ? t`Uploading...` : t`Saving...`}
        className="justify-self-start"
      >
        <Trans>Post</Trans>
      </Button>
    </Form>
  )
}

type OnePostProps = Pick<PartProps, 'page' | 'zone' | 'first' | 'objections'> & { post: Post }

function OnePost({ page, post, zone, first, objections }: OnePostProps) {
  const room = photosMost.photos - post.photos.length
  return (
    <li className="grid gap-3 py-4 *:min-w-0">
      <PostDay at={post.at} zone={zone} />
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {post.words}
      </p>
      {post.photos.length > 0 && <PhotosPart page={page} photos={post.photos} objections={objections} />}
      <Changing>
        <div className="grid gap-x-6 sm:flex sm:flex-wrap sm:items-start">
          {room > 0 && <AddPhotos page={page} post={post.id} room={room} first={first} />}
          <RemovePost page={page} post={post.id} />
        </div>
      </Changing>
    </li>
  )
}

type AddPhotosProps = { page: string; post: string; room: number; first: Answer | undefined }

function AddPhotos({ page, post, room, first }: AddPhotosProps) {
  const { t } = useLingui()
  const [made, setMade] = useState(0)
  const [uploading, setUploading] = useState(false)
  const { Form, busy, answer = first } = useFormAction({ onDone: () => setMade((nr) => nr + 1) })
  return (
    <details open={first !== undefined || undefined} className="min-w-0">
      <summary className="min-h-11 content-center text-link underline">
        <Trans>Add photos to this post</Trans>
      </summary>
      <Form method="post" action={`${page}/photos`} encType="multipart/form-data" className="grid gap-3 *:min-w-0">
        <input type="hidden" name="post" value={post} />
        <PhotosField key={made} room={room} answer={answer} onBusy={setUploading} later />
        <Button
          variant="secondary"
          busy={busy || uploading}
          busyText={uploading ? t`Uploading...` : t`Saving...`}
          className="justify-self-start"
        >
          <Trans>Add photos</Trans>
        </Button>
      </Form>
    </details>
  )
}

function RemovePost({ page, post }: { page: string; post: string }) {
  const { Form, busy, answer } = useFormAction()
  return (
    <details>
      <summary className="min-h-11 content-center text-link underline">
        <Trans>Remove this post</Trans>
      </summary>
      <Form method="post" action={`${page}/remove`} className="grid gap-3">
        <input type="hidden" name="post" value={post} />
        <Checkbox name="sure" answer={answer} label={<Trans>Remove this post permanently</Trans>} />
        <Button variant="secondary" busy={busy} className="justify-self-start">
          <Trans>Remove</Trans>
        </Button>
      </Form>
    </details>
  )
}
